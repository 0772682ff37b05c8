import type { ChildProcess } from 'node:child_process'
import {
  type DatabasePlace,
  readStoredMessages,
  startMessageLoad,
} from '../../../apps/server/src/testing/chat/message-load.ts'
import { startRedis } from '../../../apps/server/src/testing/engines/redis.ts'
import { newestSegment } from '../../../apps/server/src/testing/playlist.ts'
import { type ServerProcess, startServerProcess } from '../../../apps/server/src/testing/server-process.ts'
import { connectEncoder, type TestEncoder } from '../../../apps/server/src/testing/test-encoder.ts'
import { watchWithBlockingReload } from '../viewers/blocking-viewers.ts'
import { targetOf } from '../viewers/target.ts'
import { listenToChat } from './chat-listeners.ts'
import { watchWhatItSays } from './what-it-says.ts'

const senders = 8
const viewers = 20
export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type BusySite = Awaited<ReturnType<typeof startBusySite>>

/**
 * A site with a broadcast and a chat that is never silent: two processes on PostgreSQL and Redis, of which the first has the broadcast and
 * viewers ask the second one; or one process on SQLite, in a folder.
 */
export async function startBusySite(database: DatabasePlace, { retryPauseMs = 50 } = {}) {
  const isOne = 'dataDir' in database
  const redis = isOne ? undefined : await startRedis()
  const shared = { WAGGLE_OPERATORS: 'alice', ...(redis && { REDIS_URL: redis.url }) }
  const env = isOne ? { WAGGLE_DATA_DIR: database.dataDir } : { DATABASE_URL: database.databaseUrl }
  const first = await startServerProcess({ env: { ...shared, ...env } })
  const second = isOne
    ? first
    : await startServerProcess({
        env: { ...shared, ...env, WAGGLE_DATA_DIR: first.dataDir, WAGGLE_PUBLIC_URL: first.url },
      })
  const sites = isOne ? [first] : [first, second]
  const streamKey = await first.streamKey('alice')
  let encoder = await connectEncoder(first.rtmpPort, streamKey)
  let live = setInterval(() => encoder.send(0.2), 200)
  encoder.send(8)
  const streamId = await until(async () => (await first.request('GET', '/api/streams/info/alice')).json.streamId)
  const viewing = watchSegments(second, `/live/${streamId}/source/media.m3u8`)
  const chat = await listenToChat(
    sites.map(({ url }) => url),
    'alice',
  )
  const load = await startMessageLoad({
    ...database,
    channel: 'alice',
    sites,
    senders,
    retryPauseMs,
    onAcknowledged: chat.acknowledge,
  })
  const says = await watchWhatItSays(sites, 'alice')
  const children = sites.map((site) => site.child())

  return {
    ...{ first, second, redis, load, viewing, chat, says },
    /** Twenty low-latency viewers of the second process, for this long: the longest time in which one of them got no new media. */
    async watchFor(ms: number): Promise<number> {
      const path = `/live/${streamId}/source/`
      const report = await watchWithBlockingReload(targetOf(new URL(second.url)), path, viewers, 4000, ms)
      return Math.round(Math.max(...report.longestGapsMs))
    },
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
    async finish(after: DatabasePlace = database): Promise<string[]> {
      await load.stop()
      const problems = compare(load.acknowledged, await readStoredMessages(after))
      const statuses = new Set(load.refusals.map(({ status }) => status))
      statuses.delete(503)
      if (statuses.size > 0) problems.push(`posts were refused with ${[...statuses].join(', ')}`)
      if (children.some(hasEnded)) problems.push('a process has ended')
      viewing.stop()
      await says.stop()
      chat.close()
      clearInterval(live)
      await encoder.close()
      const endedMs = await Promise.all(sites.map(endInOrder))
      if (endedMs.some((ms) => ms === undefined)) problems.push('a process did not end in order within 30 s')
      await second.close()
      await first.close()
      await redis?.close()
      return problems
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** SIGTERM, and how long it took; undefined where it did not end by itself, with code 0, in the 30 s of F17. */
async function endInOrder(site: ServerProcess): Promise<number | undefined> {
  const startedMs = performance.now()
  const child = site.child()
  child.kill('SIGTERM')
  while (!hasEnded(child) && performance.now() - startedMs < 30_000) await sleep(50)
  return child.exitCode === 0 ? performance.now() - startedMs : undefined
}

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

/** The longest time without a new segment since the last reading. */
function watchSegments(site: ServerProcess, path: string) {
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
export async function untilAcknowledged(load: { acknowledged: readonly string[] }): Promise<number> {
  const [startedMs, before] = [performance.now(), load.acknowledged.length]
  while (load.acknowledged.length === before) await sleep(10)
  return Math.round(performance.now() - startedMs)
}
