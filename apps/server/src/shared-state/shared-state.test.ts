import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startRedis } from '../testing/engines/redis.ts'
import { createMemoryState } from './memory.ts'
import { createRedisState } from './redis.ts'
import type { SharedState } from './shared-state.ts'
import type { StreamHealth } from './stream-health.ts'

let nowMs = 1_800_000_000_000
const now = () => nowMs

const stores = {
  memory: async () => ({ open: async () => createMemoryState(now), close: async () => undefined }),
  redis: async () => {
    const server = await startRedis()
    const failOnError = (error: Error) => {
      throw error
    }
    return { open: () => createRedisState(server.url, failOnError, now), close: () => server.close() }
  },
}

describe.each(Object.entries(stores))('shared state in %s', (_name, startStore) => {
  let store: Awaited<ReturnType<typeof startStore>>
  let state: SharedState
  let test = 0

  beforeAll(async () => {
    store = await startStore()
    state = await store.open()
  })
  beforeEach(() => {
    test += 1
  })
  afterAll(async () => {
    await state?.close()
    await store?.close()
  })

  it('counts distinct members until they expire', async () => {
    const group = `group-${test}`
    await state.presence.touch(group, 'ann', nowMs + 1000)
    await state.presence.touch(group, 'ann', nowMs + 1000)
    await state.presence.touch(group, 'ben', nowMs + 5000)
    expect(await state.presence.count([group, 'empty'])).toEqual([2, 0])
    nowMs += 1000
    expect(await state.presence.count([group])).toEqual([1])
    nowMs += 4000
    expect(await state.presence.count([group])).toEqual([0])
  })

  it('takes a member only while there is a place, which members who left or expired give back', async () => {
    const group = `group-${test}`
    const touch = (member: string) => state.presence.touchWithin(group, member, nowMs + 1000, 2)
    expect([await touch('ann'), await touch('ben'), await touch('cal'), await touch('ann')]).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(await state.presence.count([group])).toEqual([2])
    await state.presence.leave(group, 'ann')
    expect([await touch('cal'), await touch('ann')]).toEqual([true, false])
    nowMs += 1000
    expect([await touch('ann'), await touch('dan'), await touch('ben')]).toEqual([true, true, false])
    const many = Array.from({ length: 50 }, (_, n) => state.presence.touchWithin(`${group}-b`, `m${n}`, nowMs + 9, 7))
    expect((await Promise.all(many)).filter(Boolean)).toHaveLength(7)
  })

  it('never shortens a presence', async () => {
    const group = `group-${test}`
    await state.presence.touch(group, 'ann', nowMs + 5000)
    await state.presence.touch(group, 'ann', nowMs + 1000)
    nowMs += 2000
    expect(await state.presence.count([group])).toEqual([1])
  })

  it('removes a member who leaves', async () => {
    const group = `group-${test}`
    await state.presence.touch(group, 'ann', nowMs + 5000)
    await state.presence.touch(group, 'ben', nowMs + 5000)
    await state.presence.leave(group, 'ann')
    await state.presence.leave('nobody-here', 'ann')
    expect(await state.presence.count([group])).toEqual([1])
  })

  it('keeps when every viewer was first and last seen, until the viewer is removed', async () => {
    const stream = `stream-${test}`
    await state.audience.record(stream, 'ann', nowMs, nowMs + 40_000)
    await state.audience.record(stream, 'ben', nowMs + 1000, nowMs + 40_000)
    await state.audience.record(stream, 'ann', nowMs + 30_000, nowMs + 70_000)
    const ann = { viewerId: 'ann', firstSeenMs: nowMs, lastSeenMs: nowMs + 30_000, untilMs: nowMs + 70_000 }
    const ben = { viewerId: 'ben', firstSeenMs: nowMs + 1000, lastSeenMs: nowMs + 1000, untilMs: nowMs + 40_000 }
    const list = async () => (await state.audience.list(stream)).sort((a, b) => a.viewerId.localeCompare(b.viewerId))
    expect(await list()).toEqual([ann, ben])
    await state.audience.remove(stream, ['ann', 'unknown'])
    expect(await list()).toEqual([ben])
    await state.audience.record(stream, 'ann', nowMs + 90_000, nowMs + 130_000)
    expect((await list())[0]).toMatchObject({ firstSeenMs: nowMs + 90_000 })
    await state.audience.remove(stream, ['ann', 'ben'])
    expect(await list()).toEqual([])
  })

  it('extends many viewings at once, but none that was removed', async () => {
    const stream = `stream-${test}`
    const names = Array.from({ length: 1500 }, (_, index) => `viewer-${index}`)
    for (const name of names) await state.audience.record(stream, name, nowMs, nowMs + 40_000)
    await state.audience.remove(stream, names.slice(0, 1100))
    await state.audience.extend(stream, names, nowMs + 30_000, nowMs + 70_000)
    const viewings = await state.audience.list(stream)
    expect(viewings.map(({ viewerId }) => viewerId).sort()).toEqual(names.slice(1100).sort())
    const times = { firstSeenMs: nowMs, lastSeenMs: nowMs + 30_000, untilMs: nowMs + 70_000 }
    expect(viewings.find(({ viewerId }) => viewerId === 'viewer-1499')).toEqual({ viewerId: 'viewer-1499', ...times })
  })

  it('refuses a call beyond the limit, says when to retry, and counts keys separately', async () => {
    const limit = { name: `limit-${test}`, points: 3, perSeconds: 60 }
    const results = []
    for (let call = 0; call < 4; call += 1) results.push(await state.consume(limit, 'one'))
    expect(results.map((result) => result.allowed)).toEqual([true, true, true, false])
    const refused = results[3]
    if (!refused || refused.allowed) throw new Error('the fourth call was allowed')
    expect(refused.retryAfterSeconds).toBeGreaterThan(50)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(await state.consume(limit, 'other')).toEqual({ allowed: true })
  })

  it('delivers a message to every listener', async () => {
    const received = Promise.all(
      [0, 1].map(() => new Promise((resolve) => state.subscribe('stream-key-replaced', resolve).then(() => undefined))),
    )
    // Subscriptions are confirmed in order, so this one is confirmed after those above.
    await state.subscribe('stream-key-replaced', () => undefined)
    await state.publish('stream-key-replaced', { username: 'alice' })
    expect(await received).toEqual([{ username: 'alice' }, { username: 'alice' }])
  })

  it('finds the latest fact, and none of another name or key', async () => {
    const fact = (streamId: string) => ({ streamId }) as StreamHealth
    await state.setFact('stream-health', 'alice', fact('first'), nowMs + 60_000)
    await state.setFact('stream-health', 'alice', fact('second'), nowMs + 60_000)
    expect(await state.findFact('stream-health', 'alice')).toEqual(fact('second'))
    expect(await state.findFact('stream-health', 'bob')).toBeUndefined()
  })

  it('drops a fact when it expires', async () => {
    await state.setFact('stream-health', 'carol', {} as StreamHealth, nowMs + 50)
    // Redis expires it by its own clock.
    nowMs += 50
    await expect.poll(() => state.findFact('stream-health', 'carol')).toBeUndefined()
  })

  it('answers a ping', async () => {
    await expect(state.ping()).resolves.toBeUndefined()
  })

  it('a line keeps the order in which its members came, and forgets those who have left', async () => {
    const join = async (member: string, forMs = 30_000) => {
      const { before, length } = await state.line.join('queue', member, nowMs + forMs)
      return `${before} of ${length}`
    }
    expect(await join('zoe')).toBe('0 of 1')
    expect(await join('ann', 10_000)).toBe('1 of 2')
    expect(await join('ben')).toBe('2 of 3')
    expect(await join('zoe')).toBe('0 of 3')
    await state.line.leave('queue', 'zoe')
    expect(await join('ben')).toBe('1 of 2')
    nowMs += 10_000
    expect(await join('ben')).toBe('0 of 1')
    expect(await join('zoe')).toBe('1 of 2')
    expect(await state.line.join('other', 'ben', nowMs + 1000)).toEqual({ before: 0, length: 1 })
  })
})
