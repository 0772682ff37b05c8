import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startNginx } from '../../apps/server/src/testing/engines/nginx.ts'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { type FloodKind, type FloodPlan, type FloodReport, floodKinds } from '../support/floods/flood-plan.ts'
import { readNetworkPressure } from '../support/floods/network-pressure.ts'
import { enterOwnNetwork } from '../support/floods/own-network.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessFigures } from '../support/processes/process-figures.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { startChild } from '../support/servers/bench-child.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { type ViewersReport, watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'

// Floods of one broadcast beside viewers who watch it: what they receive, what the site sends in all, and what it refuses. Each flood has
// a site of its own with a budget, at the site itself and through nginx as shipped; resets of HTTP/2 through nginx only, because the
// site speaks HTTP/1.1. In `everybody` the flood has so many addresses that their shares are more than the budget. `TCP` is the most that the
// system held for connections, `not taken` the connections that found the queue in front of a server full.

enterOwnNetwork()

const { values } = parseArgs({
  options: {
    viewers: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '15' },
    kilobits: { type: 'string', default: '1000' },
    /** Only this flood. */
    only: { type: 'string' },
    /** `site`, `nginx` or both. */
    through: { type: 'string', default: 'site,nginx' },
    /** How many addresses a flood comes from: few of them have shares that leave the budget to the others. */
    addresses: { type: 'string', default: '1,8' },
  },
})
const viewers = Number(values.viewers)
const measureMs = Number(values.seconds) * 1000
const settleMs = 5000
const budgetBytes = 4e9
/** More addresses than shares in the budget. */
const everybody = 40
/** From each address. */
const connections: Record<FloodKind, number> = { segments: 8, ranges: 8, tokens: 8, 'slow reads': 100, resets: 4 }

/** The viewers without a flood, and the memory of the server meanwhile: measured once at the site and once through nginx. */
const aloneThrough = new Map<string, [ViewersReport, number]>()
const folder = mkdtempSync(join(tmpdir(), 'bench-floods-'))
const file = join(folder, 'bench0.flv')
makeEncodedFile(file, Number(values.kilobits))
try {
  console.log(
    `${'flood'.padEnd(11)} through  from  ${'sent of the budget'.padStart(18)}  ${'flood got'.padStart(10)}  longest gap (alone)  delivered (alone)  memory (alone)  TCP, not taken   requests, answers`,
  )
  for (const kind of floodKinds) {
    if (values.only !== undefined && values.only !== kind) continue
    for (const through of values.through.split(',')) {
      if (kind === 'resets' && through === 'site') continue
      for (const count of values.addresses.split(',').map(Number)) await measure(kind, through, count)
    }
  }
  if (values.only === undefined || values.only === 'everybody') {
    for (const through of values.through.split(',')) await measure('segments', through, everybody)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(kind: FloodKind, through: string, addressCount: number): Promise<void> {
  const isEverybody = addressCount >= everybody
  const metricsPort = await freePort()
  const site = await startBareSite({
    WAGGLE_EGRESS_BUDGET: `${budgetBytes / 1e9 / (isEverybody ? 2 : 1)}GB/day`,
    // One broadcast may use the whole budget up.
    ...(isEverybody && { WAGGLE_EGRESS_SHARES: 'broadcast:100,channel:100' }),
    WAGGLE_REWIND_HOURS: '1',
    WAGGLE_METRICS_PORT: String(metricsPort),
  })
  const sitePort = Number(new URL(site.url).port)
  const nginx =
    through === 'nginx' ? await startNginx({ core: [sitePort], media: [sitePort], chat: [sitePort] }) : undefined
  const publisher = await publishFile(file, await openChannels(site, ['bench0']))
  const flooder = await startChild('floods/flood-child.ts', 1)
  try {
    const streamId = await waitUntilLive(site.url, 'bench0')
    const base = `/live/${streamId}/source/`
    const port = nginx ? Number(new URL(nginx.url).port) : sitePort
    const target = { host: '127.0.0.1', port, isSecure: nginx !== undefined }
    const addressOf = (viewer: number) => `127.0.1.${viewer + 1}`
    const watch = () => watchWithBlockingReload(target, base, viewers, settleMs, measureMs, addressOf)
    const residentMb = () => readProcessFigures(site.process.pid ?? 0).residentKb / 1024
    let tcpMb = 0
    const peak = async <Result>(work: Promise<Result>): Promise<[Result, number]> => {
      let peakMb = 0
      const timer = setInterval(() => {
        peakMb = Math.max(peakMb, residentMb())
        tcpMb = Math.max(tcpMb, readNetworkPressure().memoryMb)
      }, 250)
      return [await work.finally(() => clearInterval(timer)), peakMb]
    }
    // A window of segments first.
    await wait(8000)
    const [alone, aloneMb] = aloneThrough.get(through) ?? (await peak(watch()))
    aloneThrough.set(through, [alone, aloneMb])
    const plan: FloodPlan = {
      ...{ kind, port, streamId, isTls: nginx !== undefined, connectionsPerAddress: connections[kind] },
      addresses: Array.from({ length: addressCount }, (_, index) => `127.0.2.${index + 1}`),
      seconds: (settleMs + measureMs) / 1000,
      segments: await segmentsOf(site.url, base),
      recorded: await recordedOf(site.url, streamId),
    }
    tcpMb = 0
    const { overflows } = readNetworkPressure()
    const renewal = setInterval(() => {
      void segmentsOf(site.url, base).then(
        (segments) => flooder.request({ kind: 'newer segments', segments }),
        // The budget is used up.
        () => undefined,
      )
    }, 2000)
    const flood = flooder.request<FloodReport>({ kind: 'flood', plan }).finally(() => clearInterval(renewal))
    const [[during, report], duringMb] = await peak(
      Promise.all([isEverybody ? Promise.resolve(undefined) : watch(), flood]),
    )
    const used = (await usedBytes(metricsPort)) / (budgetBytes / (isEverybody ? 2 : 1))
    console.log(
      [
        kind.padEnd(11),
        through.padEnd(7),
        String(addressCount).padStart(5),
        `${(used * 100).toFixed(2)} %`.padStart(19),
        `${(report.bytes / 1e6).toFixed(1)} MB`.padStart(11),
        `${gap(during)} (${gap(alone)})`.padStart(20),
        `${share(during)} (${share(alone)})`.padStart(19),
        `${duringMb.toFixed(0)} (${aloneMb.toFixed(0)}) MB`.padStart(16),
        `${tcpMb.toFixed(0)} MB, ${readNetworkPressure().overflows - overflows}`.padStart(15),
        `  ${report.requests}, ${statuses(report)}`,
        during && during.refusals.length > 0
          ? `viewers were refused: ${[...new Set(during.refusals)].slice(0, 4).join(', ')}`
          : '',
      ].join(' '),
    )
  } finally {
    flooder.stop()
    await publisher.stop()
    await nginx?.close()
    await site.remove()
  }
}

/** What the site counts as sent today, once it has looked. */
async function usedBytes(metricsPort: number): Promise<number> {
  await wait(2500)
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^waggle_egress_budget_used_bytes\{period="day"\} (\S+)$/m.exec(text)?.[1])
}

async function segmentsOf(url: string, base: string): Promise<string[]> {
  const playlist = await (await fetch(`${url}${base}media.m3u8`)).text()
  return (playlist.match(/^seg-\d+\.m4s$/gm) ?? []).slice(-5).map((name) => base + name)
}

async function recordedOf(url: string, streamId: string): Promise<FloodPlan['recorded']> {
  const playlist = await (await fetch(`${url}/recordings/${streamId}/source/media.m3u8`)).text()
  const objects = [...playlist.matchAll(/^\.\.\/(\S+\.m4s)\?bytes=\d+-(\d+)$/gm)]
  return objects.map(([, name, last]) => ({ path: `/recordings/${streamId}/${name}`, bytes: Number(last) + 1 }))
}

function gap(report: ViewersReport | undefined): string {
  return report ? `${(Math.max(...report.longestGapsMs) / 1000).toFixed(2)} s` : '-'
}

function share(report: ViewersReport | undefined): string {
  return report ? `${(report.deliveredShare * 100).toFixed(2)} %` : '-'
}

function statuses({ statuses, closed }: FloodReport): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return [...counts, `${closed} closed`].join(', ')
}
