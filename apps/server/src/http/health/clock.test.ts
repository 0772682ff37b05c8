import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../testing/engines/postgres.ts'
import { freePort } from '../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'

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
