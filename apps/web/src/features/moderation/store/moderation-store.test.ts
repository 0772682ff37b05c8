import type { ChatConfig, ChatLogEntry } from '@waggle/contract/chat/entities'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeRoom } from '../../../testing/fake-room.ts'
import { fakeServer, json, type ReceivedCall, unreachable } from '../../../testing/fake-server.ts'
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

/** Opens the panel. Calls for which `answer` returns nothing are answered as for an empty channel. */
function openPanel(answer: Answer = () => undefined) {
  const { api, calls } = fakeServer((call) => {
    const answered = answer(call)
    if (answered) return answered
    if (call.path.includes('/messages')) return json({ messages: [], hasMore: false })
    if (call.path.includes('/config')) return json(config)
    if (call.path.includes('/bans')) return json({ bans: [] })
    if (call.path.includes('/log')) return json({ entries: [], hasMore: false })
    return json({ success: true })
  })
  const { session, openRoom, room: roomListener } = fakeRoom('alice')
  const store = createModerationStore({ api, channel: 'alice', session, openRoom })
  onTestFinished(store.start())
  const room = roomListener()
  const join = async () => {
    room.joined({ viewers: 1, standing: null })
    await settle()
  }
  return { store, room, join, calls }
}

/** Lets pending answers arrive without running the store's own timers. */
const settle = () => vi.advanceTimersByTimeAsync(1)

/** An answer that arrives when the test releases it. */
function heldAnswer() {
  let release: (response: Response) => void = () => undefined
  const answer = new Promise<Response>((resolve) => {
    release = resolve
  })
  return { answer, release: (body: unknown, status = 200) => release(json(body, status)) }
}

test('loads after two seconds without a room, and at once when the room refuses', async () => {
  const slow = openPanel()
  await vi.advanceTimersByTimeAsync(1900)
  expect(slow.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(slow.store.getState()).toMatchObject({ phase: 'loaded', connection: 'connecting', config })
  const refused = openPanel()
  refused.room.refused('Too many connections', undefined)
  await settle()
  expect(refused.store.getState().phase).toBe('loaded')
})

test('loads only once when the room is joined in time', async () => {
  const { join, calls } = openPanel()
  await join()
  const { length } = calls
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toHaveLength(length)
})

test('fails when neither the room nor the server can be reached, until a reload succeeds', async () => {
  let isReachable = false
  const { store } = openPanel(() => (isReachable ? undefined : unreachable))
  await vi.advanceTimersByTimeAsync(2100)
  expect(store.getState()).toMatchObject({
    phase: 'failed',
    config: null,
    configFailure: 'Failed to fetch chat config',
  })
  isReachable = true
  store.reload()
  await settle()
  expect(store.getState()).toMatchObject({ phase: 'loaded', configFailure: null, bansFailure: null })
})

test('[CHAT-13] [MOD-6] settings and bans that cannot be loaded have the sentence of the server, else their own', async () => {
  let reply: Response | undefined = json({}, 502)
  const { store, join } = openPanel(({ path }) => (/config|bans/.test(path) ? reply?.clone() : undefined))
  await join()
  expect(store.getState()).toMatchObject({
    ...{ config: null, configFailure: 'Failed to fetch chat config' },
    ...{ bans: [], bansFailure: 'Failed to get banned users' },
  })
  reply = json({ error: 'Bad Gateway', message: 'The chat is being restarted' }, 502)
  store.reload()
  await settle()
  const message = 'The chat is being restarted'
  expect(store.getState()).toMatchObject({ configFailure: message, bansFailure: message })
  reply = undefined
  store.reload()
  await settle()
  expect(store.getState()).toMatchObject({ config, configFailure: null, bansFailure: null })
})

test('refreshes bans and log after an action when there is no room', async () => {
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

test('[MOD-11] a ban removes the messages of the user, also from an answer that is on its way', async () => {
  const messages = ['mallory', 'bob', 'mallory'].map((username, index) => ({ id: `m${index}`, username, message: 'x' }))
  const page = heldAnswer()
  const { store, room, join } = openPanel(({ path }) => (path.includes('/messages') ? page.answer : undefined))
  await join()
  room.messages(messages as never)
  room.deletedOf({ channel: 'alice', username: 'mallory', fromId: 'm0', upToId: 'm2' })
  expect(store.getState().messages.map(({ id }) => id)).toEqual(['m1'])
  page.release({ messages, hasMore: false })
  await settle()
  expect(store.getState().messages.map(({ id }) => id)).toEqual(['m1'])
})

test('treats blocked words that were not sent as unknown, not as an empty list', async () => {
  const { blockedWords, ...publicConfig } = config
  const { store, room, join } = openPanel(({ path }) => (path.includes('/config') ? unreachable : undefined))
  await join()
  room.configured(publicConfig)
  expect(store.getState()).toMatchObject({ phase: 'loaded', configFailure: 'Failed to fetch chat config' })
  expect(store.getState().config?.blockedWords).toBeUndefined()
})

test('[MOD-2] a refused change is rolled back without touching other changes', async () => {
  const save = heldAnswer()
  const { store, room, join } = openPanel(({ method }) => (method === 'GET' ? undefined : save.answer))
  await join()
  const saving = store.changeConfig({ slowMode: true })
  expect(store.getState().config?.slowMode).toBe(true)
  await settle()
  room.configured({ ...config, slowMode: true, emoteOnly: true, moderators: ['bob', 'carol'] })
  save.release({ code: 'overloaded', error: 'Busy', message: 'Busy' }, 503)
  expect(await saving).toMatchObject({ ok: false })
  expect(store.getState().config).toEqual({ ...config, emoteOnly: true, moderators: ['bob', 'carol'] })
})

test('loads older log entries once, even when asked twice at the same time', async () => {
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
