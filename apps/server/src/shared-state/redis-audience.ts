import type { Audience, Viewing } from './audience.ts'
import type { RedisConnection } from './redis-connection.ts'

/** A stream's viewers are dropped this long after the last one was seen. */
const lifetimeMs = 60 * 60_000
/** Viewers in one command. Redis is single-threaded, so a command must be short. */
const chunkSize = 1000

/**
 * For several processes. A viewer has two fields: the first time seen, written once, and the last. `standIn` has the viewers of this
 * process, and answers while Redis is away.
 */
export function createRedisAudience({ use }: RedisConnection, standIn: Audience, prefix: string): Audience {
  const keyOf = (streamId: string) => `${prefix}audience:${streamId}`
  // No viewer id contains '^'.
  const firstOf = (viewerId: string) => `${viewerId}^`

  return {
    async record(streamId, viewerId, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      await standIn.record(streamId, viewerId, lastSeenMs, untilMs)
      await use(async (redis) => {
        await redis
          .multi()
          .hsetnx(key, firstOf(viewerId), lastSeenMs)
          .hset(key, viewerId, `${lastSeenMs} ${untilMs}`)
          .pexpire(key, lifetimeMs)
          .exec()
      }, nothing)
    },
    async extend(streamId, viewerIds, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      await standIn.extend(streamId, viewerIds, lastSeenMs, untilMs)
      await use(async (redis) => {
        for (const chunk of chunksOf(viewerIds)) {
          const known = await redis.hmget(key, ...chunk)
          const listed = chunk.filter((_, index) => known[index] !== null)
          if (listed.length === 0) continue
          await redis.hset(key, ...listed.flatMap((viewerId) => [viewerId, `${lastSeenMs} ${untilMs}`]))
          await redis.pexpire(key, lifetimeMs)
        }
      }, nothing)
    },
    list: (streamId) =>
      use(
        async (redis) => viewingsOf(await redis.hgetall(keyOf(streamId))),
        () => standIn.list(streamId),
      ),
    async remove(streamId, viewerIds) {
      await standIn.remove(streamId, viewerIds)
      await use(async (redis) => {
        for (const chunk of chunksOf(viewerIds)) {
          await redis.hdel(keyOf(streamId), ...chunk.flatMap((viewerId) => [viewerId, firstOf(viewerId)]))
        }
      }, nothing)
    },
  }

  function viewingsOf(fields: Record<string, string>): Viewing[] {
    const viewings: Viewing[] = []
    for (const [viewerId, times] of Object.entries(fields)) {
      const [last, until] = times.split(' ').map(Number)
      if (last === undefined || until === undefined) continue
      viewings.push({
        viewerId,
        firstSeenMs: Number(fields[firstOf(viewerId)] ?? last),
        lastSeenMs: last,
        untilMs: until,
      })
    }
    return viewings
  }
}

/** The stand-in knows already. */
async function nothing(): Promise<void> {}

function* chunksOf(viewerIds: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < viewerIds.length; from += chunkSize) yield viewerIds.slice(from, from + chunkSize)
}
