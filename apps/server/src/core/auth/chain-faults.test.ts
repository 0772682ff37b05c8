import { type SandboxRole, sandboxPublicKey } from '@waggle/hive/sandbox/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNode, type TestNode } from '../../../../../packages/hive/src/sandbox/testing/test-node.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'

// [T25] A site as on mainnet, with three public nodes of which two must agree.
let nodes: TestNode[]
let site: TestSite
let encoder: TestEncoder

beforeAll(async () => {
  // Nodes of one host count as one operator.
  nodes = await Promise.all([1, 2, 3].map((last) => startTestNode(undefined, `127.0.0.${last}`)))
  const port = await freePort()
  site = await startTestSite({
    env: {
      WAGGLE_HIVE: 'mainnet',
      WAGGLE_HIVE_NODES: nodes.map(({ url }) => url).join(','),
      WAGGLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...{ WAGGLE_HTTP_PORT: String(port), WAGGLE_HTTP_HOST: '127.0.0.1', WAGGLE_RTMP_HOST: '127.0.0.1' },
    },
  })
})
afterAll(async () => {
  await encoder?.close()
  await site?.close()
  for (const node of nodes ?? []) await node.close()
})

async function signIn(username: string, role: SandboxRole = 'posting') {
  site.nextClient()
  const { challenge } = (await site.request('GET', '/api/auth/challenge')).json
  const body = { username, challenge, signature: await signAs(username, challenge, role) }
  return site.request('POST', '/api/auth/hive', { body })
}

it('lets the owner in and no stranger, although one of three nodes lies', async () => {
  for (const liar of nodes) {
    liar.fault = { kind: 'lie', publicKey: sandboxPublicKey('alice', 'memo') }
    expect((await signIn('alice')).status).toBe(200)
    expect((await signIn('alice', 'memo')).json.code).toBe('signature_invalid')
    liar.fault = undefined
  }
})

it('answers 503 within 8 s when all nodes are silent, while viewers, chat and sessions continue', {
  timeout: 90_000,
}, async () => {
  const { token } = (await signIn('alice')).json
  encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  encoder.send(8)
  const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive).toBe(true)
  const { streamId } = await info()
  const newest = async () =>
    (await site.request('GET', `/live/${streamId}/source/media.m3u8`)).text.match(/#EXTINF/g)?.length ?? 0
  const before = await newest()

  for (const node of nodes) node.fault = { kind: 'hang' }
  const startMs = performance.now()
  const refused = signIn('bob').then((answer) => ({ ...answer, afterMs: performance.now() - startMs }))
  // Meanwhile, an older session works, and everything that needs no chain.
  expect((await site.request('POST', '/api/auth/verify', { token })).status).toBe(200)
  site.nextClient()
  const said = { message: 'the chain is away' }
  expect((await site.request('POST', '/api/chat/messages/alice', { token, body: said })).status).toBe(200)
  expect((await site.request('GET', '/api/chat/messages/alice')).json.messages).toMatchObject([said])
  const hls = (await site.request('POST', `/api/hls/token/${streamId}`)).json
  expect(hls.token).toBeDefined()
  encoder.send(4)
  await expect.poll(newest).toBeGreaterThan(before)
  const { afterMs, ...answer } = await refused
  // 8 s, plus a pause of the machine.
  expect(afterMs).toBeLessThan(12_000)
  expect(answer).toMatchObject({
    status: 503,
    json: { code: 'hive_unavailable', message: expect.stringContaining('Hive') },
  })

  for (const node of nodes) node.fault = undefined
  await expect.poll(async () => (await signIn('bob')).status).toBe(200)
})

it('[T32] all nodes are silent: an older session goes on writing, and only its first call waits a moment', {
  timeout: 90_000,
}, async () => {
  const { token } = (await signIn('carol')).json
  site.moveClock(60_000)
  for (const node of nodes) node.fault = { kind: 'hang' }
  const write = async () => {
    const startMs = performance.now()
    const { status } = await site.request('PUT', '/api/channels/my-channel', { token, body: { title: 'On air' } })
    return { status, tookMs: performance.now() - startMs }
  }
  const first = await write()
  const next = [await write(), await write(), await write()]
  expect([first, ...next].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  // 1.5 s, plus a pause of the machine; without the limit it would be 4 s, when all nodes have failed.
  expect(first.tookMs).toBeLessThan(3500)
  expect(Math.min(...next.map(({ tookMs }) => tookMs))).toBeLessThan(500)
  for (const node of nodes) node.fault = undefined
})
