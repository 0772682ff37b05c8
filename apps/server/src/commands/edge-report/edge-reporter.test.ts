import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEgress } from '../../db/egress/egress-totals.ts'
import { connectDatabase, type Db } from '../../db/open.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { startTestSite, type TestSite } from '../../testing/site.ts'
import { EdgeReporter } from './edge-reporter.ts'

const secret = 'the-secret-of-this-edge'
let site: TestSite
let db: Db
let folder: string
/** Passes reports on to the site, and loses the answer where `losesAnswers` is true. */
let way: Server
let losesAnswers = false
let posted: { run: string; batch: number }[] = []
const printed: string[] = []

beforeAll(async () => {
  folder = await temporaryFolder('reports')
  site = await startTestSite({ env: { WAGGLE_EDGE_SECRET: secret } })
  db = connectDatabase({ dataDir: site.dataDir })
  way = createServer(async (request, response) => {
    const body = await text(request)
    posted.push(JSON.parse(body))
    const { 'x-waggle-edge': shown = '' } = request.headers
    const answer = await site.request('POST', request.url ?? '', { body, headers: { 'x-waggle-edge': String(shown) } })
    if (losesAnswers) response.destroy()
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
})
afterAll(async () => {
  way?.closeAllConnections()
  way?.close()
  await db?.destroy()
  await site?.close()
  await removeFolder(folder)
})

/** Opened anew, it is the reader after a crash. */
const open = (edge: string, shown = secret) =>
  EdgeReporter.open({
    site: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    ...{ secret: shown, edge, file: join(folder, `${edge}.json`), print: (line) => printed.push(line) },
  })
const line = (bytes: number, address = '198.51.100.7') =>
  `${address} ${bytes} 200 /live/k3f9x2m7q1w8e5r4t6y0/source/a.m4s`
async function counted(): Promise<number> {
  const [total] = await readEgress(db, { scope: 'site', fromDay: '', toDay: '9999-12-31' })
  return total?.edgeBytes ?? 0
}

it('[EGRESS-11] a report whose answer is lost is sent again, also by the next process, and counts once', async () => {
  const before = await counted()
  const reporter = await open('once')
  reporter.add(line(1000))
  losesAnswers = true
  expect(await reporter.flush()).toBe(false)
  expect(await counted()).toBe(before + 1000)
  reporter.add(line(200))
  expect(await reporter.flush()).toBe(false)
  losesAnswers = false
  const next = await open('once')
  expect(await next.flush()).toBe(true)
  expect(await next.flush()).toBe(true)
  expect(await counted()).toBe(before + 1200)
  // The same report three times, and what came in meanwhile.
  expect(new Set(posted.map(({ run }) => run)).size).toBe(1)
  expect(posted.map(({ batch }) => batch)).toEqual([1, 1, 1, 2])
})

it('[EGRESS-11] where the site expects another report, only what it cannot have counted is sent anew', async () => {
  const before = await counted()
  const reporter = await open('taken-over')
  reporter.add(line(1000))
  expect(await reporter.flush()).toBe(true)
  const takeOver = async () => {
    const body = { edge: 'taken-over', run: `run-${Math.random()}`.slice(0, 20).replace('.', '-'), batch: 1, sent: [] }
    await site.request('POST', '/api/egress/reports', { body, headers: { 'x-waggle-edge': secret } })
  }
  await takeOver()
  reporter.add(line(200))
  expect(await reporter.flush()).toBe(true)
  expect(await counted()).toBe(before + 1200)
  // This one was counted, and the reader cannot know.
  losesAnswers = true
  reporter.add(line(30))
  expect(await reporter.flush()).toBe(false)
  losesAnswers = false
  await takeOver()
  reporter.add(line(4))
  expect(await reporter.flush()).toBe(true)
  expect(await reporter.flush()).toBe(true)
  expect(await counted()).toBe(before + 1234)
})

it('[EGRESS-11] keeps everything while the site does not know the secret, and says so once', async () => {
  const before = await counted()
  const reporter = await open('stranger', 'not-the-secret-of-this-site')
  reporter.add(line(1000))
  expect([await reporter.flush(), await reporter.flush()]).toEqual([false, false])
  expect(printed.filter((words) => words.includes('Only an edge of this site'))).toHaveLength(1)
  const next = await open('stranger')
  expect(await next.flush()).toBe(true)
  expect(await counted()).toBe(before + 1000)
})

it('[EGRESS-11] says every 20 s that an idle edge is there, and reports many addresses in several batches', async () => {
  const before = await counted()
  const reporter = await open('many')
  posted = []
  expect([await reporter.flush(), await reporter.flush()]).toEqual([true, true])
  expect(posted).toMatchObject([{ batch: 1, sent: [] }])
  for (let n = 0; n < 1200; n += 1) reporter.add(line(1, `10.1.${n >> 8}.${n & 255}`))
  expect(await reporter.flush()).toBe(true)
  expect(posted.map(({ batch }) => batch)).toEqual([1, 2, 3, 4])
  expect(await counted()).toBe(before + 1200)
})
