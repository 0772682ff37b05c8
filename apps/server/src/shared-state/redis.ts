import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { consumeFrom, memoizeLimiters } from './limiters.ts'
import { createRedisAudience } from './redis-audience.ts'
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

/** For several processes: shared state is in Redis. A lost connection is reported to `onError` and retried indefinitely. */
export async function createRedisState(
  redisUrl: string,
  onError: (error: Error) => void,
  now: () => number = Date.now,
): Promise<SharedState> {
  const commands = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 2 })
  const subscriber = new Redis(redisUrl, { lazyConnect: true })
  commands.on('error', onError)
  subscriber.on('error', onError)
  await Promise.all([commands.connect(), subscriber.connect()])

  const listeners = new Map<string, ((message: Messages[keyof Messages]) => void)[]>()
  subscriber.on('message', (channel, text) => {
    for (const listener of listeners.get(channel) ?? []) listener(JSON.parse(text))
  })
  const limiterOf = memoizeLimiters(
    (limit) =>
      new RateLimiterRedis({
        storeClient: commands,
        points: limit.points,
        duration: limit.perSeconds,
        keyPrefix: prefix + limit.name,
      }),
  )

  return {
    presence: {
      async touch(group, member, untilMs) {
        const key = `${prefix}presence:${group}`
        await commands
          .multi()
          .zadd(key, 'GT', untilMs, member)
          .zremrangebyscore(key, '-inf', now())
          .pexpireat(key, untilMs + 60_000)
          .exec()
      },
      async touchWithin(group, member, untilMs, maxMembers) {
        const key = `${prefix}presence:${group}`
        return (await commands.eval(touchWithin, 1, key, now(), untilMs, member, maxMembers)) === 1
      },
      async count(groups) {
        return Promise.all(groups.map((group) => commands.zcount(`${prefix}presence:${group}`, `(${now()}`, '+inf')))
      },
      async leave(group, member) {
        await commands.zrem(`${prefix}presence:${group}`, member)
      },
    },
    audience: createRedisAudience(commands, prefix),
    async setFact(name, key, fact, untilMs) {
      await commands.set(`${prefix}fact:${name}:${key}`, JSON.stringify(fact), 'PX', Math.max(1, untilMs - now()))
    },
    async findFact<Name extends keyof Facts>(name: Name, key: string) {
      const text = await commands.get(`${prefix}fact:${name}:${key}`)
      return text === null ? undefined : (JSON.parse(text) as Facts[Name])
    },
    consume: (limit, key) => consumeFrom(limiterOf(limit), key),
    async publish(name, message) {
      await commands.publish(prefix + name, JSON.stringify(message))
    },
    async subscribe(name, listener) {
      const channel = prefix + name
      listeners.set(channel, [
        ...(listeners.get(channel) ?? []),
        listener as (message: Messages[keyof Messages]) => void,
      ])
      await subscriber.subscribe(channel)
    },
    isConnected: () => subscriber.status === 'ready' && commands.status === 'ready',
    onDisconnected(listener) {
      subscriber.on('close', listener)
    },
    async ping() {
      await commands.ping()
    },
    async close() {
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}
