import type { Redis } from 'ioredis'
import type { Audience, Viewing } from './audience.ts'

/** Long after the last sign of life of a stream's last viewer, nobody asks about it any more. */
const lifeMs = 60 * 60_000
/** Viewers in one command: Redis does nothing else meanwhile. */
const chunkSize = 1000

/** For several processes. Two fields a viewer: the first sign of life, written once, and the last. */
export function createRedisAudience(commands: Redis, prefix: string): Audience {
  const keyOf = (streamId: string) => `${prefix}audience:${streamId}`
  // No viewer's id has this sign in it.
  const firstOf = (viewerId: string) => `${viewerId}^`

  return {
    async note(streamId, viewerId, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      await commands
        .multi()
        .hsetnx(key, firstOf(viewerId), lastSeenMs)
        .hset(key, viewerId, `${lastSeenMs} ${untilMs}`)
        .pexpire(key, lifeMs)
        .exec()
    },
    async extend(streamId, viewerIds, lastSeenMs, untilMs) {
      const key = keyOf(streamId)
      for (const chunk of chunksOf(viewerIds)) {
        const known = await commands.hmget(key, ...chunk)
        const listed = chunk.filter((_, index) => known[index] !== null)
        if (listed.length === 0) continue
        await commands.hset(key, ...listed.flatMap((viewerId) => [viewerId, `${lastSeenMs} ${untilMs}`]))
        await commands.pexpire(key, lifeMs)
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
    async forget(streamId, viewerIds) {
      for (const chunk of chunksOf(viewerIds)) {
        await commands.hdel(keyOf(streamId), ...chunk.flatMap((viewerId) => [viewerId, firstOf(viewerId)]))
      }
    },
  }
}

function* chunksOf(viewerIds: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < viewerIds.length; from += chunkSize) yield viewerIds.slice(from, from + chunkSize)
}
