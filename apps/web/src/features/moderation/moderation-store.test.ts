import type { ChatConfig, ChatLogEntry } from '@waggle/contract/chat/entities'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeRoom } from '../../testing/fake-room.ts'
import { fakeServer, json, type ReceivedCall, unreachable } from '../../testing/fake-server.ts'
import { createModerationStore } from './moderation-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const config = {
  ...{ channel: 'alice', moderators: ['bob'], pinned: null, blockedWords: ['spam', 'scam'] },
  ...{ slowMode: false, slowModeInterval: 5, slowModeDelay: 5, followersOnly: false, followersOnlyMinutes: 0 },
  emoteOnly: false,
} as unknown as ChatConfig
const ban = { ...{ username: 'mallory', kind: 'ban', reason: null, bannedBy: 'alice' }, createdAt: 1, expiresAt: null }
const entry = (number: number): ChatLogEntry => ({
  ...{ id: String(number).padStart(19, '0'), actor: 'alice', action: 'ban', target: 'mallory', reason: null },
  ...{ details: {}, createdAt: number, revertedAt: null, revertedBy: null, isRevertible: false },
})

type Answer = (call: ReceivedCall) => Response | Error | Promise<Response> | undefined

/** A panel whose server answers what `answer` leaves to it as an empty channel would. */
function openPanel(answer: Answer = () => undefined) {
  const { api, calls } = fakeServer((call) => {
    const given = answer(call)
    if (given) return given
    if (call.path.includes('/messages')) return json({ messages: [], hasMore: false })
    if (call.path.includes('/config')) return json(config)
    if (call.path.includes('/bans')) return json({ bans: [] })
    if (call.path.includes('/log')) return json({ entries: [], hasMore: false })
    return json({ success: true })
  })
  const { session, openRoom, room: heard } = fakeRoom('alice')
  const store = createModerationStore({ api, channel: 'alice', session, openRoom })
  onTestFinished(store.start())
  const room = heard()
  const join = async () => {
    room.joined({ viewers: 1, standing: null })
    await settle()
  }
  return { store, room, join, calls }
}

/** Lets the answers arrive, without any of the store's own waiting. */
const settle = () => vi.advanceTimersByTimeAsync(1)

function held() {
  let release: (response: Response) => void = () => undefined
  const answer = new Promise<Response>((resolve) => {
    release = resolve
  })
  return { answer, release: (body: unknown, status = 200) => release(json(body, status)) }
}

test('is loaded without the room after two seconds, and at once where the room refuses', async () => {
  const slow = openPanel()
  await vi.advanceTimersByTimeAsync(1900)
  expect(slow.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(slow.store.getState()).toMatchObject({ phase: 'loaded', connection: 'connecting', config })
  const refused = openPanel()
  refused.room.refused('Too many connections')
  await settle()
  expect(refused.store.getState().phase).toBe('loaded')
})

test('is loaded once where the room is joined in time', async () => {
  const { join, calls } = openPanel()
  await join()
  const { length } = calls
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(length)
})

test('fails where neither the room nor the server can be reached, until asking again succeeds', async () => {
  let isReachable = false
  const { store } = openPanel(() => (isReachable ? undefined : unreachable))
  await vi.advanceTimersByTimeAsync(2100)
  expect(store.getState()).toMatchObject({ phase: 'failed', config: null, hasConfigFailed: true })
  isReachable = true
  store.reload()
  await settle()
  expect(store.getState()).toMatchObject({ phase: 'loaded', hasConfigFailed: false })
})

test('the lists follow an action without the room', async () => {
  let bans: unknown[] = []
  let entries: ChatLogEntry[] = []
  const { store } = openPanel(({ method, path }) => {
    if (method === 'POST') {
      bans = [ban]
      entries = [entry(1)]
      return undefined
    }
    if (path.includes('/bans')) return json({ bans })
    return path.includes('/log') ? json({ entries, hasMore: false }) : undefined
  })
  await vi.advanceTimersByTimeAsync(2100)
  expect(await store.ban('mallory', '')).toMatchObject({ ok: true })
  await settle()
  expect(store.getState()).toMatchObject({ bans: [ban], log: [entry(1)] })
})

test('blocked words that are not told are unknown, not none', async () => {
  const { blockedWords, ...told } = config
  const { store, room, join } = openPanel(({ path }) => (path.includes('/config') ? unreachable : undefined))
  await join()
  room.configured(told)
  expect(store.getState()).toMatchObject({ phase: 'loaded', hasConfigFailed: true })
  expect(store.getState().config?.blockedWords).toBeUndefined()
})

test('a refused change takes back only itself', async () => {
  const save = held()
  const { store, room, join } = openPanel(({ method }) => (method === 'GET' ? undefined : save.answer))
  await join()
  const changing = store.change({ slowMode: true })
  expect(store.getState().config?.slowMode).toBe(true)
  await settle()
  room.configured({ ...config, slowMode: true, emoteOnly: true, moderators: ['bob', 'carol'] })
  save.release({ code: 'overloaded', error: 'Busy', message: 'Busy' }, 503)
  expect(await changing).toMatchObject({ ok: false })
  expect(store.getState().config).toEqual({ ...config, emoteOnly: true, moderators: ['bob', 'carol'] })
})

test('older entries of the log are there once, however often they are asked for', async () => {
  const newest = [entry(4), entry(3)]
  const { store, join } = openPanel(({ path }) => {
    if (!path.includes('/log')) return undefined
    return path.includes('before=')
      ? json({ entries: [entry(2), entry(1)], hasMore: false })
      : json({ entries: newest, hasMore: true })
  })
  await join()
  await Promise.all([store.loadOlderLog(), store.loadOlderLog()])
  expect(store.getState()).toMatchObject({ log: [...newest, entry(2), entry(1)], hasOlderLog: false })
})
