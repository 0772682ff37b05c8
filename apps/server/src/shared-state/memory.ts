import { EventEmitter } from 'node:events'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import { createMemoryAudience } from './audience.ts'
import { consumeFrom, memoizeLimiters } from './limiters.ts'
import type { Facts, Messages, SharedState } from './shared-state.ts'

const sweepIntervalMs = 60_000
const audienceLifetimeMs = 10 * 60_000

/** For a single process: everything is in its memory. */
export function createMemoryState(now: () => number = Date.now): SharedState {
  const groups = new Map<string, Map<string, number>>()
  const lines = new Map<string, Map<string, number>>()
  const facts = new Map<string, { fact: Facts[keyof Facts]; untilMs: number }>()
  const audience = createMemoryAudience()
  const events = new EventEmitter()
  const limiterOf = memoizeLimiters(
    (limit) => new RateLimiterMemory({ points: limit.points, duration: limit.perSeconds, keyPrefix: limit.name }),
  )

  function membersOf(group: string): Map<string, number> {
    const members = groups.get(group) ?? new Map<string, number>()
    for (const [member, untilMs] of members) if (untilMs <= now()) members.delete(member)
    if (members.size === 0) groups.delete(group)
    return members
  }

  function lineOf(group: string): Map<string, number> {
    const line = lines.get(group) ?? new Map<string, number>()
    for (const [member, untilMs] of line) if (untilMs <= now()) line.delete(member)
    if (line.size === 0) lines.delete(group)
    return line
  }

  /** Drops entries that nobody reads any more, such as those of ended streams. */
  function sweep(): void {
    for (const group of groups.keys()) membersOf(group)
    for (const group of lines.keys()) lineOf(group)
    audience.sweep(now() - audienceLifetimeMs)
    for (const [key, { untilMs }] of facts) if (untilMs <= now()) facts.delete(key)
  }
  const sweeps = startPeriodicTask(sweep, {
    pauseMs: sweepIntervalMs,
    onError: (error) => {
      throw error
    },
    isBackground: true,
  })

  return {
    presence: {
      async touch(group, member, untilMs) {
        const members = groups.get(group) ?? new Map<string, number>()
        members.set(member, Math.max(untilMs, members.get(member) ?? 0))
        groups.set(group, members)
      },
      async touchWithin(group, member, untilMs, maxMembers) {
        const members = membersOf(group)
        if (!members.has(member) && members.size >= maxMembers) return false
        members.set(member, Math.max(untilMs, members.get(member) ?? 0))
        groups.set(group, members)
        return true
      },
      async count(names) {
        return names.map((group) => membersOf(group).size)
      },
      async leave(group, member) {
        groups.get(group)?.delete(member)
      },
    },
    audience,
    line: {
      async join(group, member, untilMs) {
        const line = lineOf(group)
        // A key keeps its place in the map.
        line.set(member, untilMs)
        lines.set(group, line)
        return { before: [...line.keys()].indexOf(member), length: line.size }
      },
      async leave(group, member) {
        lines.get(group)?.delete(member)
      },
    },
    async setFact(name, key, fact, untilMs) {
      facts.set(`${name}:${key}`, { fact, untilMs })
    },
    async findFact<Name extends keyof Facts>(name: Name, key: string) {
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
    onDisconnected() {},
    async ping() {},
    async close() {
      await sweeps.close()
      events.removeAllListeners()
      groups.clear()
      facts.clear()
    },
  }
}
