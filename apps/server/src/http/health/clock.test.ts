import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { newestSegment } from '../../testing/playlist.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { connectEncoder } from '../../testing/test-encoder.ts'

const fiveMinutesMs = 5 * 60_000

/** A site on Hive. Each node's clock is so far ahead of the real time, or the node never answers. */
async function startHiveSite(nodes: (number | 'silent')[]) {
  const addresses = await Promise.all(
    nodes.map(async (node, index) => {
      const server = createServer((_, response) => {
        if (node !== 'silent') response.setHeader('date', new Date(Date.now() + node).toUTCString()).end('{}')
      })
      onTestFinished(() => server.close().closeAllConnections())
      // Nodes of one host count as one operator.
      await once(server.listen(0, `127.0.0.${index + 1}`), 'listening')
      const { address, port } = server.address() as AddressInfo
      return `http://${address}:${port}`
    }),
  )
  const port = String(await freePort())
  return startLoggedSite({
    WAGGLE_HIVE: 'mainnet',
    WAGGLE_HIVE_NODES: addresses.join(','),
    WAGGLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...{ WAGGLE_HTTP_PORT: port, WAGGLE_HTTP_HOST: '127.0.0.1', WAGGLE_RTMP_HOST: '127.0.0.1', WAGGLE_TIPS: '0' },
  })
}

async function startLoggedSite(env: Record<string, string>) {
  const lines: string[] = []
  const site = await startTestSite({ env, onLog: (line) => void lines.push(line) })
  onTestFinished(() => site.close())
  return { site, lines }
}

async function readiness(site: TestSite): Promise<number> {
  return (await site.request('GET', '/readyz')).status
}

/** Sets the site's clock wrong, expects that the site says so once, and sets the clock right. */
async function expectNotReady(
  { site, lines }: Awaited<ReturnType<typeof startLoggedSite>>,
  aheadMs: number,
  reason: RegExp,
) {
  await expect.poll(() => readiness(site)).toBe(200)
  lines.length = 0
  site.moveClock(aheadMs)
  await expect.poll(() => readiness(site)).toBe(503)
  expect((await site.request('GET', '/healthz')).status).toBe(200)
  const logged = lines.filter((line) => line.includes('"part":"clock"')).map((line) => JSON.parse(line))
  expect(logged).toMatchObject([{ level: 50, msg: 'not ready', reason: expect.stringMatching(reason) }])
  site.moveClock(-aheadMs)
  await expect.poll(() => readiness(site)).toBe(200)
}

it('[T26] a site on Hive is not ready while its clock is 5 minutes ahead or behind', async () => {
  const started = await startHiveSite([0, 0, 0])
  await expectNotReady(started, fiveMinutesMs, /^this machine's clock is (299|30[01]) s ahead of the Hive nodes'/)
  await expectNotReady(started, -fiveMinutesMs, /^this machine's clock is (299|30[01]) s behind the Hive nodes'/)
})

it.each([
  ['one node of three has a wrong clock', [0, fiveMinutesMs, 0]],
  ['no node answers', ['silent', 'silent']],
] as const)('[T26] a site on Hive is ready while %s', async (_, nodes) => {
  const { site, lines } = await startHiveSite([...nodes])
  expect(await readiness(site)).toBe(200)
  expect(lines.filter((line) => line.includes('not ready'))).toEqual([])
  // Whoever reads the log learns that there are none.
  const told = async () => {
    await readiness(site)
    return lines.filter((line) => line.includes('"part":"hive"')).length
  }
  if (nodes[0] === 'silent') await expect.poll(told, { timeout: 45_000 }).toBe(1)
})

it("[T26] a process is not ready while its clock is 5 minutes off the database server's", async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.close())
  const started = await startLoggedSite({ DATABASE_URL: postgres.url })
  await expectNotReady(started, fiveMinutesMs, /s ahead of the database server's/)
  await expectNotReady(started, -fiveMinutesMs, /s behind the database server's/)
})

it('[T26] live and chat go on while the clock is set 5 minutes forward and back', async () => {
  const { site } = await startLoggedSite({ WAGGLE_TRANSCODE: 'off' })
  const [alice, bob] = [await site.signIn('alice'), await site.signIn('bob')]
  const encoder = await connectEncoder(site.rtmpPort, await site.streamKey('alice'))
  onTestFinished(() => encoder.close())
  encoder.send(8)
  encoder.neverFallSilent()
  const info = async () => (await site.request('GET', '/api/streams/info/alice')).json
  await expect.poll(async () => (await info()).isLive).toBe(true)
  const { streamId } = await info()
  const newest = async () => newestSegment((await site.request('GET', `/live/${streamId}/source/media.m3u8`)).text)
  const newestKey = async () => {
    const { token } = (await site.request('POST', `/api/hls/token/${streamId}`)).json
    const { text } = await site.request('GET', `/live/${streamId}/source/media.m3u8`)
    const keys = [...text.matchAll(/URI="(\/api\/hls\/key[^"]+)"/g)].map(([, address]) => address)
    return (await site.request('GET', `${keys.at(-1)}?token=${token}`)).status
  }
  const said: string[] = []
  for (const byMs of [0, fiveMinutesMs, -fiveMinutesMs, -fiveMinutesMs]) {
    const before = await newest()
    site.moveClock(byMs)
    encoder.send(8)
    await expect.poll(newest).toBeGreaterThan(before)
    for (const [name, token] of Object.entries({ alice, bob })) {
      said.push(`${name}, ${said.length}`)
      const body = { message: said.at(-1) }
      expect((await site.request('POST', '/api/chat/messages/alice', { token, body })).status).toBe(200)
    }
    // What is broadcast from now on can be opened, as soon as the site has seen media at the new time.
    await expect.poll(newestKey, { timeout: 45_000 }).toBe(200)
  }
  expect((await info()).streamId).toBe(streamId)
  const { messages } = (await site.request('GET', '/api/chat/messages/alice')).json
  // Nothing is missing. What was sent before the clock was set back may be shown after what came later.
  expect(messages.map(({ message }: { message: string }) => message).toSorted()).toEqual(said.toSorted())
})
