import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { type ChatClient, connectChat } from '../../testing/chat/chat-client.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort, stopProcess, untilUp } from '../../testing/engines/private-process.ts'
import { startRedis } from '../../testing/engines/redis.ts'
import { connectRealTime } from '../../testing/real-time-viewer.ts'
import { signAs, startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder, type TestEncoder } from '../../testing/test-encoder.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** What the site promises; a shared machine may pause as long again. */
const inEffectWithinMs = 2000
const machinePauseMs = 3000

const replayId = 'k3f9x2m7q1w8e5r4t6y0'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let redis: Awaited<ReturnType<typeof startRedis>>
/** Where the people who run the site act, and a process that has the broadcast and half of the chat. */
let first: TestSite
let second: { url: string; rtmpPort: number; child: ChildProcess }
const sockets: ChatClient[] = []
let encoder: TestEncoder

beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  const shared = {
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    ...{ WAGGLE_TRANSCODE: 'off', WAGGLE_OPERATORS: 'alice' },
  }
  first = await startTestSite({ env: { ...shared, WAGGLE_HTTP_PORT: String(await freePort()) } })
  const [httpPort, rtmpPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${httpPort}`
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../main.ts', import.meta.url))], {
    env: {
      ...{ PATH: process.env.PATH, ...shared, WAGGLE_ROLES: 'media,chat', WAGGLE_DATA_DIR: first.dataDir },
      ...{ WAGGLE_HTTP_PORT: String(httpPort), WAGGLE_RTMP_PORT: String(rtmpPort), WAGGLE_PUBLIC_URL: first.url },
    },
    stdio: 'ignore',
  })
  await untilUp(child, async () => {
    await fetch(`${url}/readyz`)
  })
  second = { url, rtmpPort, child }
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await encoder?.close()
  if (second) await stopProcess(second.child, 'SIGKILL')
  await first?.close()
  await redis?.close()
  await postgres?.close()
})

async function approvedOperator(): Promise<string> {
  const token = await first.signIn('alice')
  const query = 'purpose=operate&username=alice'
  const { challenge } = (await first.request('GET', `/api/auth/challenge?${query}`)).json
  const body = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
  expect((await first.request('POST', '/api/operate/rights', { token, body })).status).toBe(200)
  return token
}

it('[OPERATE-3] [T34] a takedown is in effect on every process within two seconds: encoder, players, keys, replay, 50 chat sockets', async () => {
  const operator = await approvedOperator()
  encoder = await connectEncoder(second.rtmpPort, await first.streamKey('carol'))
  encoder.send(8)
  const stream = () => first.request('GET', '/api/streams/info/carol')
  const streamId = await waitFor('the broadcast', async () => (await stream()).json.streamId ?? undefined)
  const hlsToken = (await first.request('POST', `/api/hls/token/${streamId}`)).json.token
  const keyOf = async () =>
    (await first.request('GET', `/api/hls/key/${streamId}/${keyNumberAt(Date.now())}?token=${hlsToken}`)).status
  expect(await keyOf()).toBe(200)
  const tokenOf = async (id: string) => (await first.request('POST', `/api/hls/token/${id}`)).status
  const playlistsAt = async (url: string) =>
    (await fetch(`${url}/live/${streamId}/master.m3u8`, { signal: AbortSignal.timeout(5000) })).status
  await waitFor('the playlists', async () => ((await playlistsAt(second.url)) === 200 ? true : undefined))
  await using db = await openDatabase({ databaseUrl: postgres.url, dataDir: first.dataDir })
  await insertRecordedBroadcast(db, { id: replayId, username: 'carol', startedAtMs: first.now() - 3_600_000 })
  const replay = async () => (await first.request('GET', `/api/replays/${replayId}`)).status
  expect([await replay(), await tokenOf(replayId)]).toEqual([200, 200])
  const viewer = await connectRealTime(second.url, streamId, { token: hlsToken })
  viewer.subscribe()
  const carol = await first.signIn('carol')
  for (let n = 0; n < 50; n += 1) {
    const client = await connectChat(n % 2 === 0 ? first.url : second.url, { address: `10.9.${n}.1` })
    await client.join('bob', n < 2 ? { token: carol } : {})
    sockets.push(client)
  }
  const accepted: string[] = []
  let said = 0
  const say = async (url: string) => {
    said += 1
    const message = `hello ${said}`
    const headers = { authorization: `Bearer ${carol}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ message })
    const answer = await fetch(`${url}/api/chat/messages/bob`, { method: 'POST', headers, body })
    if (answer.ok) accepted.push(message)
    return ((await answer.json()) as { code?: string }).code
  }
  expect(await say(second.url)).toBeUndefined()

  const startedMs = Date.now()
  const action = { kind: 'suspend-account', username: 'carol', reason: 'copyright' }
  for (const body of [
    { ...action, kind: 'end-broadcast' },
    { ...action, kind: 'remove-replay', streamId: replayId },
    action,
  ]) {
    expect((await first.request('POST', '/api/operate/actions', { token: operator, body })).status).toBe(200)
  }
  await Promise.all([
    encoder.whenClosed,
    viewer.closed,
    waitFor('the refusal of the key', async () => ((await keyOf()) === 403 ? true : undefined)),
    waitFor('the refusal of tokens', async () => ((await tokenOf(streamId)) === 200 ? undefined : true)),
    waitFor('the end, with its reason', async () => {
      const { isLive, suspension } = (await stream()).json
      return !isLive && suspension?.reason === 'copyright' ? true : undefined
    }),
    waitFor('the end of the replay', async () =>
      (await replay()) === 404 && (await tokenOf(replayId)) !== 200 ? true : undefined,
    ),
    ...[first.url, second.url].map((url) =>
      waitFor('the refusal in the chat', async () => ((await say(url)) === 'account_suspended' ? true : undefined)),
    ),
  ])
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  expect(encoder.wasTold('the work of others, shown without permission')).toBe(true)
  expect(await playlistsAt(second.url)).not.toBe(200)
  for (const { url } of [first, second])
    expect((await connectRealTime(url, streamId, { token: hlsToken })).status).not.toBe(101)
  expect([await say(first.url), await say(second.url)]).toEqual(['account_suspended', 'account_suspended'])
  // Everybody has what was said before, and nobody anything after it.
  await waitFor('what was accepted', () => sockets.every((socket) => socket.texts().length >= accepted.length))
  for (const socket of sockets) expect(socket.texts().toSorted()).toEqual(accepted.toSorted())
  expect((await stream()).json.suspension).toEqual({ reason: 'copyright', until: null })
  expect((await first.request('GET', '/api/streams')).json.streams).toEqual([])
  const again = await connectEncoder(second.rtmpPort, await first.streamKey('carol').catch(() => ''))
  expect(again.answer.code).not.toBe('NetStream.Publish.Start')
  await again.close()
})

it('[ADMIT-3] [T38] who may broadcast is decided by every process, and again when that changes', async () => {
  const alice = await approvedOperator()
  const call = (method: string, path: string, body?: unknown) =>
    first.request(method, path, { token: alice, ...(body !== undefined && { body }) })
  const key = await first.streamKey('dave')
  const connect = () => connectEncoder(second.rtmpPort, key)
  const stored = (await call('GET', '/api/operate/admission')).json
  const list = { ...stored, broadcasters: { ...stored.broadcasters, value: { who: 'list' } } }
  await call('PUT', '/api/operate/streamers/dave')
  await call('PUT', '/api/operate/admission', list)
  const live = await connect()
  expect(live.answer.code).toBe('NetStream.Publish.Start')
  const startedMs = Date.now()
  await call('DELETE', '/api/operate/streamers/dave')
  await live.whenClosed
  expect(Date.now() - startedMs).toBeLessThan(inEffectWithinMs + machinePauseMs)
  const again = await connect()
  expect(again.answer.description).toContain('Only accounts that the people who run this site have chosen')
  await again.close()
})
