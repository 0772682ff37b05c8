import type { ChildProcess } from 'node:child_process'
import { readStoredMessages, startMessageLoad } from '../../apps/server/src/testing/chat/message-load.ts'
import { type PrivatePostgres, startPostgres } from '../../apps/server/src/testing/engines/postgres.ts'
import { startRedis } from '../../apps/server/src/testing/engines/redis.ts'
import { startSwitchableNetwork } from '../../apps/server/src/testing/networks/switchable-network.ts'
import { newestSegment } from '../../apps/server/src/testing/playlist.ts'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { connectEncoder, type TestEncoder } from '../../apps/server/src/testing/test-encoder.ts'

// Two processes on PostgreSQL and Redis, a broadcast, and a chat that is never silent. PostgreSQL is restarted ten times and fails over, a
// process is stopped for 20 s, and Redis is gone for 30 s (F6, F7, F27). What was acknowledged has to be stored once.

const restarts = 10
const awayMs = 2000
const stoppedMs = 20_000
const redisAwayMs = 30_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let isGood = true

function report(title: string, figures: string, problems: readonly string[]): void {
  console.log(`${title}: ${figures}`)
  for (const problem of problems) console.log(`  NOT AS PROMISED: ${problem}`)
  if (problems.length > 0) isGood = false
}

/** A site of two processes. The first one has the broadcast; viewers ask the second one. */
async function startSite(postgres: PrivatePostgres, databaseUrl = postgres.url) {
  const redis = await startRedis()
  const shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url }
  const first = await startServerProcess({ env: shared })
  const second = await startServerProcess({
    env: { ...shared, WAGGLE_DATA_DIR: first.dataDir, WAGGLE_PUBLIC_URL: first.url },
  })
  const streamKey = await first.streamKey('alice')
  let encoder = await connectEncoder(first.rtmpPort, streamKey)
  let live = setInterval(() => encoder.send(0.2), 200)
  encoder.send(8)
  const streamId = await until(async () => (await first.request('GET', '/api/streams/info/alice')).json.streamId)
  const viewing = watch(second, `/live/${streamId}/source/media.m3u8`)
  const load = await startMessageLoad({
    databaseUrl: postgres.url,
    channel: 'alice',
    sites: [first, second],
    senders: 8,
  })
  const children = [first.child(), second.child()]

  return {
    ...{ first, second, redis, load, viewing },
    /** The encoder connects to the second process, as often as it takes. */
    async moveEncoder(): Promise<TestEncoder> {
      clearInterval(live)
      const previous = encoder
      encoder = await until(async () => {
        const next = await connectEncoder(second.rtmpPort, streamKey)
        if (next.answer.code === 'NetStream.Publish.Start') return next
        await next.close()
        return undefined
      })
      live = setInterval(() => encoder.send(0.2), 200)
      return previous
    },
    streamIdNow: async () => (await second.request('GET', '/api/streams/info/alice')).json.streamId,
    streamId,
    /** Ends everything, and says what was not as promised. */
    async finish(databaseUrlAfter = postgres.url): Promise<string[]> {
      await load.stop()
      const stored = await readStoredMessages(databaseUrlAfter)
      const problems = compare(load.acknowledged, stored)
      const statuses = new Set(load.refusals.map(({ status }) => status))
      statuses.delete(503)
      if (statuses.size > 0) problems.push(`posts were refused with ${[...statuses].join(', ')}`)
      if (children.some(hasEnded)) problems.push('a process has ended')
      viewing.stop()
      clearInterval(live)
      await encoder.close()
      await second.close()
      await first.close()
      await redis.close()
      return problems
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

function compare(acknowledged: readonly string[], stored: readonly string[]): string[] {
  const known = new Set(stored)
  const lost = acknowledged.filter((message) => !known.has(message)).length
  const twice = stored.length - known.size
  return [...(lost > 0 ? [`${lost} messages lost`] : []), ...(twice > 0 ? [`${twice} messages stored twice`] : [])]
}

async function until<Value>(find: () => Promise<Value | undefined | null>): Promise<Value> {
  for (;;) {
    const value = await find().catch(() => undefined)
    if (value !== undefined && value !== null) return value
    await sleep(50)
  }
}

/** The longest time without new media since the last reading. */
function watch(site: ServerProcess, path: string) {
  let [newest, sinceMs, longestMs] = [0, performance.now(), 0]
  const timer = setInterval(async () => {
    const answer = await site.request('GET', path).catch(() => undefined)
    const segment = answer?.status === 200 ? newestSegment(answer.text) : 0
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - sinceMs)
    if (segment > newest) [newest, sinceMs] = [segment, nowMs]
  }, 200)
  return {
    longestMs(): number {
      const longest = longestMs
      longestMs = 0
      return Math.round(longest)
    },
    stop: () => clearInterval(timer),
  }
}

/** How long until the next message is acknowledged. */
async function untilAcknowledged(load: { acknowledged: readonly string[] }): Promise<number> {
  const [startedMs, before] = [performance.now(), load.acknowledged.length]
  while (load.acknowledged.length === before) await sleep(10)
  return Math.round(performance.now() - startedMs)
}

async function restartPostgres(): Promise<void> {
  const postgres = await startPostgres()
  const site = await startSite(postgres)
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
  const site = await startSite(primary, url.href)
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
  const problems = await site.finish(standby.url)
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
  const site = await startSite(postgres)
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
  const site = await startSite(postgres)
  await sleep(5000)
  site.viewing.longestMs()
  await site.redis.kill()
  await sleep(redisAwayMs)
  const refusedMeanwhile = site.load.refusals.length
  await site.redis.restart()
  await sleep(5000)
  const gap = site.viewing.longestMs()
  const { acknowledged } = site.load
  const problems = await site.finish()
  await postgres.close()
  report(
    `Redis gone for ${redisAwayMs / 1000} s`,
    `${acknowledged.length} messages acknowledged, ${refusedMeanwhile} refused; longest time without a new segment ${gap} ms`,
    problems,
  )
}

for (const fault of [restartPostgres, failOver, stopProcessForAWhile, takeRedisAway]) await fault()
process.exitCode = isGood ? 0 : 1
