import type { Redis } from 'ioredis'
import type { Audience, Viewing } from './audience.ts'

/** A stream's viewers are dropped this long after the last one was seen. */
const lifetimeMs = 60 * 60_000
/** Viewers in one command. Redis is single-threaded, so a command must be short. */
const chunkSize = 1000

/** For several processes. A viewer has two fields: the first time seen, written once, and the last. */
export function createRedisAudience(commands: Redis, prefix: string): Audience {
  const keyOf = (streamId: string) => `${prefix}audience:${streamId}`
  // No viewer id contains '^'.
  const firstOf = (viewerId: string) => `${viewerId}^`

  return {
    async record(streamId, viewerId, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      await commands
        .multi()
        .hsetnx(key, firstOf(viewerId), lastSeenMs)
        .hset(key, viewerId, `${lastSeenMs} ${untilMs}`)
        .pexpire(key, lifetimeMs)
        .exec()
    },
    async extend(streamId, viewerIds, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      for (const chunk of chunksOf(viewerIds)) {
        const known = await commands.hmget(key, ...chunk)
        const listed = chunk.filter((_, index) => known[index] !== null)
        if (listed.length === 0) continue
        await commands.hset(key, ...listed.flatMap((viewerId) => [viewerId, `${lastSeenMs} ${untilMs}`]))
        await commands.pexpire(key, lifetimeMs)
      }
    },
    async list(streamId) {
      const fields = await commands.hgetall(keyOf(streamId))
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
    },
    async remove(streamId, viewerIds) {
      for (const chunk of chunksOf(viewerIds)) {
        await commands.hdel(keyOf(streamId), ...chunk.flatMap((viewerId) => [viewerId, firstOf(viewerId)]))
      }
    },
  }
}

function* chunksOf(viewerIds: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < viewerIds.length; from += chunkSize) yield viewerIds.slice(from, from + chunkSize)
}
