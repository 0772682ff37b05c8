import { EventEmitter } from 'node:events'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createMemoryAudience } from './audience.ts'
import { consumeFrom, limiters } from './limiters.ts'
import type { Facts, Messages, SharedState } from './shared-state.ts'

/** For one process: everything stays in its memory. */
export function createMemoryState(now: () => number = Date.now): SharedState {
  const groups = new Map<string, Map<string, number>>()
  const facts = new Map<string, { fact: Facts[keyof Facts]; untilMs: number }>()
  const audience = createMemoryAudience()
  const events = new EventEmitter()
  const limiterOf = limiters(
    (limit) => new RateLimiterMemory({ points: limit.points, duration: limit.perSeconds, keyPrefix: limit.name }),
  )

  function membersOf(group: string): Map<string, number> {
    const members = groups.get(group) ?? new Map<string, number>()
    for (const [member, untilMs] of members) if (untilMs <= now()) members.delete(member)
    if (members.size === 0) groups.delete(group)
    return members
  }

  // What nobody asks for any more, such as ended streams.
  const sweep = setInterval(() => {
    for (const group of groups.keys()) membersOf(group)
    audience.sweep(now() - 10 * 60_000)
    for (const [key, { untilMs }] of facts) if (untilMs <= now()) facts.delete(key)
  }, 60_000)
  sweep.unref()

  return {
    presence: {
      async touch(group, member, untilMs) {
        const members = groups.get(group) ?? new Map<string, number>()
        members.set(member, Math.max(untilMs, members.get(member) ?? 0))
        groups.set(group, members)
      },
      async count(names) {
        return names.map((group) => membersOf(group).size)
      },
      async leave(group, member) {
        groups.get(group)?.delete(member)
      },
    },
    audience,
    async remember(name, key, fact, untilMs) {
      facts.set(`${name}:${key}`, { fact, untilMs })
    },
    async recall<Name extends keyof Facts>(name: Name, key: string) {
      const known = facts.get(`${name}:${key}`)
      return known && known.untilMs > now() ? (known.fact as Facts[Name]) : undefined
    },
    consume: (limit, key) => consumeFrom(limiterOf(limit), key),
    async publish(name, message) {
      events.emit(name, message)
    },
    async subscribe(name, listener) {
      events.on(name, listener as (message: Messages[keyof Messages]) => void)
    },
    isConnected: () => true,
    onBroken() {},
    async ping() {},
    async close() {
      clearInterval(sweep)
      events.removeAllListeners()
      groups.clear()
      facts.clear()
    },
  }
}
