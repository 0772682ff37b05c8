import type { Redis } from 'ioredis'
import type { Audience, Viewing } from './audience.ts'

/** Long after the last sign of life of a stream's last viewer, nobody asks about it any more. */
const lifeMs = 60 * 60_000

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
      if (viewerIds.length === 0) return
      await commands.hdel(keyOf(streamId), ...viewerIds.flatMap((viewerId) => [viewerId, firstOf(viewerId)]))
    },
  }
}
