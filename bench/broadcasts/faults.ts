import { type PrivatePostgres, startPostgres } from '../../apps/server/src/testing/engines/postgres.ts'
import { startSwitchableNetwork } from '../../apps/server/src/testing/networks/switchable-network.ts'
import { type BusySite, sleep, startBusySite, untilAcknowledged } from '../support/faults/busy-site.ts'
import { openLockableDisk } from '../support/faults/lockable-disk.ts'

// `npm run bench:faults -- redis` measures only the faults whose names contain the word. What was acknowledged has to be stored once.

const restarts = 10
const awayMs = 2000
const stoppedMs = 20_000
const redisAwayMs = 30_000
/** Long enough for an alert, and short enough for the senders, whose sessions are good for a minute. */
const redisGoneMs = 40_000
const readOnlyMs = 15_000
/** How long a message may take to a socket of another process once Redis is back (F7). */
const healedMs = 5000
let isGood = true

function report(title: string, figures: string, problems: readonly string[]): void {
  console.log(`${title}: ${figures}`)
  for (const problem of problems) console.log(`  NOT AS PROMISED: ${problem}`)
  if (problems.length > 0) isGood = false
}

async function restartPostgres(): Promise<void> {
  const postgres = await startPostgres()
  const site = await startBusySite({ databaseUrl: postgres.url })
  await sleep(5000)
  site.viewing.longestMs()
  const backMs: number[] = []
  for (let restart = 0; restart < restarts; restart += 1) {
    await postgres.stop(restart % 2 === 0 ? 'crash' : 'orderly')
    await sleep(awayMs)
    await postgres.start()
    backMs.push(await untilAcknowledged(site.load))
    await sleep(awayMs)
  }
  const gap = site.viewing.longestMs()
  const { acknowledged, refusals } = site.load
  const problems = await site.finish()
  await postgres.close()
  report(
    `PostgreSQL restarted ${restarts} times, ${awayMs / 1000} s each`,
    `${acknowledged.length} messages acknowledged, ${refusals.length} times 503, again after ${backMs.join(', ')} ms; longest time without a new segment ${gap} ms`,
    problems,
  )
}

async function failOver(): Promise<void> {
  const primary = await startPostgres()
  const standby = await primary.startStandby()
  const network = await startSwitchableNetwork(primary.port)
  const url = new URL(primary.url)
  url.port = String(network.port)
  const site = await startBusySite({ databaseUrl: url.href })
  await sleep(5000)
  site.viewing.longestMs()
  const startedMs = performance.now()
  await primary.stop('crash')
  network.switchTo(standby.port)
  await standby.promote()
  const promotedMs = Math.round(performance.now() - startedMs)
  const backMs = await untilAcknowledged(site.load)
  await sleep(3000)
  const gap = site.viewing.longestMs()
  const { acknowledged, refusals } = site.load
  const problems = await site.finish({ databaseUrl: standby.url })
  await network.close()
  await standby.close()
  await primary.close()
  report(
    'PostgreSQL fails over to its synchronous standby',
    `promoted after ${promotedMs} ms, the next message acknowledged ${backMs} ms later (${acknowledged.length} in all, ${refusals.length} times 503); longest time without a new segment ${gap} ms`,
    problems,
  )
}

async function stopProcessForAWhile(): Promise<void> {
  const postgres = await startPostgres()
  const site = await startBusySite({ databaseUrl: postgres.url })
  await sleep(5000)
  site.viewing.longestMs()
  const startedMs = performance.now()
  site.first.child().kill('SIGSTOP')
  const previous = await site.moveEncoder()
  const movedMs = Math.round(performance.now() - startedMs)
  await sleep(Math.max(0, stoppedMs - (performance.now() - startedMs)))
  site.first.child().kill('SIGCONT')
  const continuedMs = performance.now()
  await previous.whenClosed
  const letGoMs = Math.round(performance.now() - continuedMs)
  await sleep(5000)
  const gap = site.viewing.longestMs()
  const { acknowledged, refusals } = site.load
  const problems = (await site.streamIdNow()) === site.streamId ? [] : ['the broadcast has another address']
  const [lease] = await postgres.query<{ holder: string }>('select holder from broadcast_leases')
  if (!lease?.holder.endsWith(new URL(site.second.url).port)) problems.push(`the broadcast is held by ${lease?.holder}`)
  problems.push(...(await site.finish()))
  await postgres.close()
  report(
    `a process stopped for ${stoppedMs / 1000} s`,
    `its encoder publishes elsewhere after ${movedMs} ms; continued, it disconnects the old connection after ${letGoMs} ms; ${acknowledged.length} messages acknowledged, ${refusals.length} refused; longest time without a new segment ${gap} ms`,
    problems,
  )
}

async function takeRedisAway(): Promise<void> {
  const postgres = await startPostgres()
  const site = await startBusySite({ databaseUrl: postgres.url })
  await sleep(5000)
  const watching = site.watchFor(redisAwayMs + 14_000)
  await sleep(4000)
  const outage = await withoutRedis(site, redisAwayMs)
  await site.redis?.restart()
  const backMs = performance.now()
  await sleep(healedMs + 5000)
  const gap = await watching
  const lines = site.says.lines()
  const endMs = performance.now() - 2000
  const late = site.chat.longestWayMs(backMs + healedMs, endMs)
  outage.problems.push(...site.chat.problems(endMs))
  const problems = await site.finish()
  await postgres.close()
  if (late > 1000) problems.push(`${healedMs / 1000} s after Redis came back a message took ${late} ms`)
  report(
    `Redis gone for ${redisAwayMs / 1000} s`,
    `${figuresOf(site, outage)}, and ${late} ms from ${healedMs / 1000} s after its return on; a viewer's longest time without new media ${gap} ms`,
    [...problems, ...outage.problems],
  )
  for (const line of lines) console.log(`  ${line}`)
}

async function loseRedis(): Promise<void> {
  const postgres = await startPostgres()
  const site = await startBusySite({ databaseUrl: postgres.url })
  await sleep(5000)
  const watching = site.watchFor(redisGoneMs)
  await sleep(4000)
  const outage = await withoutRedis(site, redisGoneMs)
  const gap = await watching
  const lines = site.says.lines()
  const problems = await site.finish()
  await postgres.close()
  report(
    `Redis gone for good, ${redisGoneMs / 1000} s of it, in which the site ends in order too`,
    `${figuresOf(site, outage)}; a viewer's longest time without new media ${gap} ms`,
    [...problems, ...outage.problems],
  )
  for (const line of lines) console.log(`  ${line}`)
}

interface Outage {
  beforeMs: number
  wayMs: number
  refused: number
  problems: string[]
}

/** Kills Redis and waits. Every message has to reach the sockets of both processes. */
async function withoutRedis({ redis, load, chat, says }: BusySite, ms: number): Promise<Outage> {
  const startedMs = performance.now()
  const beforeMs = chat.longestWayMs(0, startedMs - 1000)
  const refused = load.refusals.length
  says.begin()
  await redis?.kill()
  await sleep(ms)
  const untilMs = performance.now() - healedMs
  return {
    ...{ beforeMs, wayMs: chat.longestWayMs(startedMs, untilMs) },
    refused: load.refusals.length - refused,
    problems: chat.problems(untilMs),
  }
}

function figuresOf({ load }: BusySite, { beforeMs, wayMs, refused }: Outage): string {
  return `${load.acknowledged.length} messages acknowledged, ${refused} refused; to the sockets of both processes they took ${beforeMs} ms at most before, ${wayMs} ms without Redis`
}

/** The same disk for either engine: SQLite's in the data folder of one process, or PostgreSQL's. */
async function makeDiskReadOnly(engine: 'SQLite' | 'PostgreSQL'): Promise<void> {
  const disk = openLockableDisk(engine === 'SQLite' ? 64 : 400)
  let postgres: PrivatePostgres | undefined
  if (engine === 'PostgreSQL') postgres = await startPostgres({ folder: disk.folder })
  const place = postgres ? { databaseUrl: postgres.url } : { dataDir: disk.folder }
  // As pages do: `retry-after` is two seconds.
  const site = await startBusySite(place, { retryPauseMs: 2000 })
  await sleep(5000)
  const watching = site.watchFor(readOnlyMs + 10_000)
  await sleep(4000)
  site.says.begin()
  const before = site.load.acknowledged.length
  disk.lock()
  await sleep(readOnlyMs)
  const meanwhile = site.load.acknowledged.length - before
  disk.unlock()
  // It has ended: it could not even recover.
  await postgres?.stop('crash')
  await postgres?.start()
  const backMs = await untilAcknowledged(site.load)
  await sleep(3000)
  const gap = await watching
  const { acknowledged, refusals } = site.load
  const lines = site.says.lines()
  const problems = await site.finish()
  await postgres?.close()
  disk.close()
  report(
    `the disk of ${engine} read-only for ${readOnlyMs / 1000} s`,
    `${acknowledged.length} messages acknowledged, ${meanwhile} of them meanwhile, ${refusals.length} times 503; again ${backMs} ms after ${postgres ? 'PostgreSQL was started' : 'the disk was writable'}; a viewer's longest time without new media ${gap} ms`,
    problems,
  )
  for (const line of lines) console.log(`  ${line}`)
}

const faults: Record<string, () => Promise<void>> = {
  'postgresql-restarts': restartPostgres,
  'postgresql-fails-over': failOver,
  'process-stopped': stopProcessForAWhile,
  'redis-away': takeRedisAway,
  'redis-for-good': loseRedis,
  'read-only-sqlite': () => makeDiskReadOnly('SQLite'),
  'read-only-postgresql': () => makeDiskReadOnly('PostgreSQL'),
}
const [wanted = ''] = process.argv.slice(2)
for (const [name, fault] of Object.entries(faults)) if (name.includes(wanted)) await fault()
process.exitCode = isGood ? 0 : 1
