import { RateLimiterRedis } from 'rate-limiter-flexible'
import { consumeFrom, memoizeLimiters } from './limiters.ts'
import { createMemoryState } from './memory.ts'
import { createRedisAudience } from './redis-audience.ts'
import { connectRedis } from './redis-connection.ts'
import type { Facts, Messages, SharedState } from './shared-state.ts'

const prefix = 'waggle:'

/** One script, so that two processes cannot both take the last place. Arguments: now, until, member, the most members. */
const touchWithin = `
  redis.call('zremrangebyscore', KEYS[1], '-inf', ARGV[1])
  if not redis.call('zscore', KEYS[1], ARGV[3]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  redis.call('zadd', KEYS[1], 'GT', ARGV[2], ARGV[3])
  redis.call('pexpireat', KEYS[1], ARGV[2] + 60000)
  return 1
`

/** One script, so that places are given one after the other. Arguments: now, until, member. The second key has until when each is kept. */
const joinLine = `
  for _, gone in ipairs(redis.call('zrangebyscore', KEYS[2], '-inf', ARGV[1])) do
    redis.call('zrem', KEYS[1], gone)
    redis.call('zrem', KEYS[2], gone)
  end
  if not redis.call('zscore', KEYS[1], ARGV[3]) then
    local last = redis.call('zrange', KEYS[1], -1, -1, 'WITHSCORES')
    redis.call('zadd', KEYS[1], (last[2] or 0) + 1, ARGV[3])
  end
  redis.call('zadd', KEYS[2], ARGV[2], ARGV[3])
  redis.call('pexpireat', KEYS[1], ARGV[2] + 60000)
  redis.call('pexpireat', KEYS[2], ARGV[2] + 60000)
  return { redis.call('zrank', KEYS[1], ARGV[3]), redis.call('zcard', KEYS[1]) }
`

/**
 * For several processes: shared state is in Redis. While Redis is away, which is reported to `onError`, this process has state of its own:
 * its viewers, its limits, and messages to itself. What concerns other processes they read from the database (rule OPS-20).
 */
export async function createRedisState(
  redisUrl: string,
  onError: (error: Error) => void,
  now: () => number = Date.now,
): Promise<SharedState> {
  const standIn = createMemoryState(now)
  const listeners = new Map<string, ((message: Messages[keyof Messages]) => void)[]>()
  const deliver = (channel: string, message: Messages[keyof Messages]) => {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  }
  const connection = await connectRedis(redisUrl, {
    onMessage: (channel, text) => deliver(channel, JSON.parse(text)),
    onError,
  })
  const { use } = connection
  const limiterOf = memoizeLimiters(
    ({ name, points, perSeconds }) =>
      new RateLimiterRedis({
        storeClient: connection.client,
        points,
        duration: perSeconds,
        keyPrefix: prefix + name,
      }),
  )
  const keyOf = (group: string) => `${prefix}presence:${group}`

  return {
    presence: {
      async touch(group, member, untilMs) {
        const key = keyOf(group)
        await standIn.presence.touch(group, member, untilMs)
        await use(async (redis) => {
          await redis
            .multi()
            .zadd(key, 'GT', untilMs, member)
            .zremrangebyscore(key, '-inf', now())
            .pexpireat(key, untilMs + 60_000)
            .exec()
        }, nothing)
      },
      async touchWithin(group, member, untilMs, maxMembers) {
        const isIn = await use(
          async (redis) => (await redis.eval(touchWithin, 1, keyOf(group), now(), untilMs, member, maxMembers)) === 1,
          () => standIn.presence.touchWithin(group, member, untilMs, maxMembers),
        )
        if (isIn) await standIn.presence.touch(group, member, untilMs)
        return isIn
      },
      count: (groups) =>
        use(
          (redis) => Promise.all(groups.map((group) => redis.zcount(keyOf(group), `(${now()}`, '+inf'))),
          () => standIn.presence.count(groups),
        ),
      async leave(group, member) {
        await standIn.presence.leave(group, member)
        await use(async (redis) => {
          await redis.zrem(keyOf(group), member)
        }, nothing)
      },
    },
    audience: createRedisAudience(connection, standIn.audience, prefix),
    line: {
      join: (group, member, untilMs) =>
        use(
          async (redis) => {
            const [places, times] = [`${prefix}line:${group}`, `${prefix}line-until:${group}`]
            const answer = await redis.eval(joinLine, 2, places, times, now(), untilMs, member)
            const [before = 0, length = 0] = answer as number[]
            return { before, length }
          },
          () => standIn.line.join(group, member, untilMs),
        ),
      leave: (group, member) =>
        use(
          async (redis) => {
            await redis
              .multi()
              .zrem(`${prefix}line:${group}`, member)
              .zrem(`${prefix}line-until:${group}`, member)
              .exec()
          },
          () => standIn.line.leave(group, member),
        ),
    },
    async setFact(name, key, fact, untilMs) {
      await standIn.setFact(name, key, fact, untilMs)
      await use(async (redis) => {
        await redis.set(factKey(name, key), JSON.stringify(fact), 'PX', Math.max(1, untilMs - now()))
      }, nothing)
    },
    findFact: <Name extends keyof Facts>(name: Name, key: string) =>
      use(
        async (redis) => {
          const text = await redis.get(factKey(name, key))
          return text === null ? undefined : (JSON.parse(text) as Facts[Name])
        },
        () => standIn.findFact(name, key),
      ),
    consume: (limit, key) =>
      use(
        () => consumeFrom(limiterOf(limit), key),
        () => standIn.consume(limit, key),
      ),
    async publish(name, message) {
      await use(
        async (redis) => {
          await redis.publish(prefix + name, JSON.stringify(message))
        },
        async () => deliver(prefix + name, message),
      )
    },
    async subscribe(name, listener) {
      const channel = prefix + name
      listeners.set(channel, [
        ...(listeners.get(channel) ?? []),
        listener as (message: Messages[keyof Messages]) => void,
      ])
      await connection.subscribe(channel)
    },
    isConnected: connection.isConnected,
    onDisconnected: connection.onDisconnected,
    ping: connection.ping,
    async close() {
      await connection.close()
      await standIn.close()
    },
  }
}

function factKey(name: keyof Facts, key: string): string {
  return `${prefix}fact:${name}:${key}`
}

/** The stand-in knows already. */
async function nothing(): Promise<void> {}
