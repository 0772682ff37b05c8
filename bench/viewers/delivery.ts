import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { percentile } from '../support/percentile.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessCost } from '../support/processes/process-cost.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { loadWithWrk } from '../support/processes/wrk.ts'
import { startNginx } from '../support/servers/nginx.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// The cost of a response: a part and a playlist of a running broadcast from our server, and the same bytes as static files from nginx,
// in turn, for several rounds. Then many viewers of one stream who all wait for the next part.

/** Players that cannot add a token to key requests carry their own token in the playlist's address. */
const token = 'a'.repeat(80)

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    viewers: { type: 'string', default: '2000' },
    'viewer-seconds': { type: 'string', default: '20' },
    /** Bit rate of the stream for many viewers: what a loopback interface and two cores can carry to 2,000. */
    'viewer-kilobits': { type: 'string', default: '1000' },
    /** `answers` or `viewers`: only this half. */
    only: { type: 'string' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'bench-delivery-'))
const site = await startBareSite()
const { port } = new URL(site.url)
const channels = { bench0: 4700, bench1: Number(values['viewer-kilobits']) }
const addresses = await openChannels(site, Object.keys(channels))
for (const [name, kilobits] of Object.entries(channels)) makeEncodedFile(join(folder, `${name}.flv`), kilobits)

try {
  if (values.only !== 'viewers') await compareResponses()
  if (values.only !== 'answers') await serveMany()
} finally {
  await site.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function compareResponses(): Promise<void> {
  const publisher = await publishFile(join(folder, 'bench0.flv'), addresses.slice(0, 1))
  const nginxPort = await freePort()
  mkdirSync(join(folder, 'static'))
  const nginx = await startNginx(
    folder,
    Number(nginxPort),
    `http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { video/mp4 m4s; application/vnd.apple.mpegurl m3u8; }
      server { listen 127.0.0.1:${nginxPort} backlog=4096; root ${folder}/static; } }`,
  )
  const costs = new Map<string, number[]>()
  try {
    const streamId = await waitUntilLive(site.url, 'bench0')
    const base = `/live/${streamId}/source/`
    // Round 0 warms both servers up and does not count.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const get = async (path: string) => Buffer.from(await (await fetch(`${site.url}${base}${path}`)).arrayBuffer())
      const part = [...String(await get('media.m3u8')).matchAll(/#EXT-X-PART:[^\n]*URI="(part-[^"]+)"/g)].at(-1)?.[1]
      for (const [what, path, copy] of [
        ['part', `${part}`, 'part.m4s'],
        ['playlist', 'media.m3u8', 'media.m3u8'],
        ['with token', `media.m3u8?token=${token}`, 'token.m3u8'],
      ] as const) {
        const bytes = await get(path)
        writeFileSync(join(folder, 'static', copy), bytes)
        for (const [who, pid, address] of [
          ['waggle', site.process.pid ?? 0, site.url + base + path],
          ['nginx', nginx.pid, `http://127.0.0.1:${nginxPort}/${copy}`],
        ] as const) {
          const { microseconds, perSecond } = await measureResponse(pid, address)
          if (round > 0) costs.set(`${what} ${who}`, [...(costs.get(`${what} ${who}`) ?? []), microseconds])
          console.log(
            `round ${round}: ${what} of ${(bytes.length / 1000).toFixed(1)} kB from ${who}: ${microseconds.toFixed(1)} us of CPU each, ${perSecond.toFixed(0)}/s`,
          )
        }
      }
    }
  } finally {
    await nginx.stop()
    await publisher.stop()
  }
  console.log('\nmedians         waggle      nginx   ratio in a round      goal')
  for (const what of ['part', 'playlist', 'with token']) {
    const [ours = [], theirs = []] = ['waggle', 'nginx'].map((who) => costs.get(`${what} ${who}`))
    const ratios = ours.map((cost, round) => cost / (theirs[round] ?? Number.NaN))
    const [middle, least, most] = [50, 0, 100].map((percent) => (percentile(ratios, percent) ?? Number.NaN).toFixed(2))
    const [our, their] = [ours, theirs].map((costs) => `${percentile(costs, 50)?.toFixed(1)} us`.padStart(8))
    console.log(`${what.padEnd(12)} ${our}   ${their}   ${middle} [${least}-${most}]   2.00`)
  }
}

/** CPU time of the server per response, loaded by wrk with 64 connections; the cost of the broadcast itself is subtracted. */
async function measureResponse(pid: number, address: string): Promise<{ microseconds: number; perSecond: number }> {
  const idle = await measureCpuShare(pid, 1000)
  const before = readProcessCost(pid).cpuSeconds
  const startedMs = performance.now()
  const requests = await loadWithWrk(address, Number(values.seconds))
  const cpuSeconds = readProcessCost(pid).cpuSeconds - before - (idle * (performance.now() - startedMs)) / 1000
  return { microseconds: (cpuSeconds / requests) * 1e6, perSecond: requests / Number(values.seconds) }
}

async function measureCpuShare(pid: number, forMs: number): Promise<number> {
  const before = readProcessCost(pid).cpuSeconds
  const startedMs = performance.now()
  await wait(forMs)
  return (readProcessCost(pid).cpuSeconds - before) / ((performance.now() - startedMs) / 1000)
}

async function serveMany(): Promise<void> {
  const publisher = await publishFile(join(folder, 'bench1.flv'), addresses.slice(1))
  try {
    const streamId = await waitUntilLive(site.url, 'bench1')
    const pid = site.process.pid ?? 0
    const settleMs = 8000
    const measureMs = Number(values['viewer-seconds']) * 1000
    const viewers = Number(values.viewers)
    const ownBefore = process.cpuUsage()
    const before = readProcessCost(pid).cpuSeconds
    const report = await watchWithBlockingReload(
      localTarget(Number(port)),
      `/live/${streamId}/source/`,
      viewers,
      settleMs,
      measureMs,
    )
    const seconds = (settleMs + measureMs) / 1000
    const { user, system } = process.cpuUsage(ownBefore)
    console.log(`
${viewers} viewers of one stream for ${values['viewer-seconds']} s: ${report.parts} parts, ${(report.deliveredShare * 100).toFixed(2)} % delivered, ${report.refusals.length} refusals ${[...new Set(report.refusals)].slice(0, 3).join(', ')}
part at every viewer after   ${ms(percentile(report.delaysMs, 50))} median, ${ms(percentile(report.delaysMs, 99))} 99th   (goal 500 ms)
${((report.bytes * 8) / (measureMs / 1000) / 1e9).toFixed(2)} Gbit/s, server ${((readProcessCost(pid).cpuSeconds - before) / seconds).toFixed(2)} cores, viewers ${((user + system) / 1e6 / seconds).toFixed(2)} cores, ${(readProcessCost(pid).memoryBytes / 2 ** 20).toFixed(0)} MB`)
  } finally {
    await publisher.stop()
  }
}

function ms(value: number | undefined): string {
  return value === undefined ? 'none' : `${value.toFixed(0)} ms`
}
