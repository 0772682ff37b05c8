import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startNginx } from '../../apps/server/src/testing/engines/nginx.ts'
import { freePort } from '../../apps/server/src/testing/engines/private-process.ts'
import { waitUntilLive } from '../../e2e/support/server/account.ts'
import { type FloodKind, type FloodPlan, type FloodReport, floodKinds } from '../support/floods/flood-plan.ts'
import { readNetworkPressure } from '../support/floods/network-pressure.ts'
import { enterOwnNetwork } from '../support/floods/own-network.ts'
import { childrenOf, readTurns, type Turns } from '../support/floods/processor-turns.ts'
import { makeEncodedFile } from '../support/processes/encoded-file.ts'
import { readProcessFigures } from '../support/processes/process-figures.ts'
import { publishFile } from '../support/processes/publishers.ts'
import { startChild } from '../support/servers/bench-child.ts'
import { openChannels, startBareSite } from '../support/servers/waggle.ts'
import { type ViewersReport, watchWithBlockingReload } from '../support/viewers/blocking-viewers.ts'
import { localTarget } from '../support/viewers/target.ts'

// Floods of one broadcast beside viewers who watch it: what they receive, what the site sends in all, and what it refuses. Each flood has
// a site of its own with a budget, at the site itself and through nginx as shipped; resets of HTTP/2 through nginx only, because the
// site speaks HTTP/1.1. In `everybody` the flood has so many addresses that their shares are more than the budget. `TCP` is the most that the
// system held for connections, `not taken` the connections that found the queue in front of a server full. On one machine a flood takes
// cores that an attacker elsewhere could not: `elsewhere` is the longest gap, at the same time, of viewers of a site that nobody floods, and
// `cores` says of each program how much of a core it had, and for how much of the time it waited for one.

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
    /** All viewers have one address, as behind the router of a school. */
    school: { type: 'boolean', default: false },
    /** Of nginx. */
    workers: { type: 'string', default: '1' },
  },
})
const viewers = Number(values.viewers)
const measureMs = Number(values.seconds) * 1000
const settleMs = 5000
const elsewhereViewers = 10
const budgetBytes = 4e9
/** More addresses than shares in the budget. */
const everybody = 40
/** From each address. */
const connections: Record<FloodKind, number> = { segments: 8, ranges: 8, tokens: 8, 'slow reads': 100, resets: 4 }

interface Watched {
  viewers: ViewersReport
  elsewhere: ViewersReport
  /** The most memory that the server had. */
  memoryMb: number
  /** How late this process was at most, which watches. */
  ownDelayMs: number
  turns: string
}

/** Without a flood: measured once at the site and once through nginx. */
const aloneThrough = new Map<string, Watched>()
const folder = mkdtempSync(join(tmpdir(), 'bench-floods-'))
const file = join(folder, 'bench0.flv')
makeEncodedFile(file, Number(values.kilobits))
try {
  console.log(
    `${'flood'.padEnd(11)} through  from  ${'sent of the budget'.padStart(18)}  ${'flood got'.padStart(10)}  stalls (alone, elsewhere)  longest gap (alone, elsewhere)  delivered (alone)  memory (alone)  TCP, not taken   requests, answers`,
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
    through === 'nginx'
      ? await startNginx(
          { core: [sitePort], media: [sitePort], chat: [sitePort] },
          { workers: values.workers === 'auto' ? 'auto' : Number(values.workers) },
        )
      : undefined
  const quietSite = await startBareSite()
  const publisher = await publishFile(file, [
    ...(await openChannels(site, ['bench0'])),
    ...(await openChannels(quietSite, ['bench0'])),
  ])
  const flooder = await startChild('floods/flood-child.ts', 1)
  try {
    const streamId = await waitUntilLive(site.url, 'bench0')
    const quietBase = `/live/${await waitUntilLive(quietSite.url, 'bench0')}/source/`
    const base = `/live/${streamId}/source/`
    const port = nginx ? Number(new URL(nginx.url).port) : sitePort
    const target = { host: '127.0.0.1', port, isSecure: nginx !== undefined }
    const quietTarget = localTarget(Number(new URL(quietSite.url).port))
    const addressOf = (viewer: number) => (values.school ? '127.0.1.1' : `127.0.1.${viewer + 1}`)
    let tcpMb = 0
    const watch = async (): Promise<Watched> => {
      let memoryMb = 0
      const timer = setInterval(() => {
        memoryMb = Math.max(memoryMb, readProcessFigures(site.process.pid ?? 0).residentKb / 1024)
        tcpMb = Math.max(tcpMb, readNetworkPressure().memoryMb)
      }, 250)
      const ownDelay = monitorEventLoopDelay({ resolution: 10 })
      ownDelay.enable()
      const programs: [string, number[]][] = [
        ['server', [site.process.pid ?? 0]],
        ...(nginx ? [['nginx', childrenOf(nginx.pid)] satisfies [string, number[]]] : []),
        ['viewers', [process.pid]],
        ['flood', [flooder.pid]],
      ]
      const turns = programs.map(([name, pids]) => ({ name, read: readTurns(pids) }))
      const [report, elsewhere] = await Promise.all([
        watchWithBlockingReload(target, base, viewers, settleMs, measureMs, addressOf),
        watchWithBlockingReload(quietTarget, quietBase, elsewhereViewers, settleMs, measureMs),
      ])
      clearInterval(timer)
      ownDelay.disable()
      return {
        ...{ viewers: report, elsewhere, memoryMb, ownDelayMs: ownDelay.max / 1e6 },
        turns: turns.map(({ name, read }) => `${name} ${sayTurns(read())}`).join(', '),
      }
    }
    // A window of segments first.
    await wait(8000)
    const alone = aloneThrough.get(through) ?? (await watch())
    aloneThrough.set(through, alone)
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
    const [during, report] = await Promise.all([isEverybody ? undefined : watch(), flood])
    const used = (await usedBytes(metricsPort)) / (budgetBytes / (isEverybody ? 2 : 1))
    const stalls = `${during?.viewers.stalls ?? '-'} (${alone.viewers.stalls}, ${during?.elsewhere.stalls ?? '-'})`
    const gaps = `${gap(during?.viewers)} (${gap(alone.viewers)}, ${gap(during?.elsewhere)})`
    console.log(
      [
        kind.padEnd(11),
        through.padEnd(7),
        String(addressCount).padStart(5),
        `${(used * 100).toFixed(2)} %`.padStart(19),
        `${(report.bytes / 1e6).toFixed(1)} MB`.padStart(11),
        stalls.padStart(26),
        gaps.padStart(31),
        `${share(during?.viewers)} (${share(alone.viewers)})`.padStart(18),
        `${during?.memoryMb.toFixed(0) ?? '-'} (${alone.memoryMb.toFixed(0)}) MB`.padStart(15),
        `${tcpMb.toFixed(0)} MB, ${readNetworkPressure().overflows - overflows}`.padStart(15),
        `  ${report.requests}, ${statuses(report)}`,
      ].join(' '),
    )
    if (during) {
      const own = (watched: Watched) => `${watched.ownDelayMs.toFixed(0)} ms`
      console.log(`            cores: ${during.turns} (alone: ${alone.turns})`)
      console.log(`            the viewers' own event loop was late by ${own(during)} at most (alone: ${own(alone)})`)
      const refusals = [...new Set(during.viewers.refusals)].slice(0, 4)
      if (refusals.length > 0) console.log(`            viewers were refused: ${refusals.join(', ')}`)
    }
  } finally {
    flooder.stop()
    await publisher.stop()
    await nginx?.close()
    await Promise.all([site.remove(), quietSite.remove()])
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

/** How much of a core a program had, and for how much of the time it waited for one. */
function sayTurns({ cores, waitedShare }: Turns): string {
  return `${cores.toFixed(2)} (waited ${(waitedShare * 100).toFixed(0)} %)`
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
