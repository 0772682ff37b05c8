import type { ChatMessage } from '@waggle/contract/chat/entities'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeRoom } from '../../../testing/fake-room.ts'
import { fakeServer, json, type ReceivedCall, refusal, unreachable } from '../../../testing/fake-server.ts'
import { createChatStore } from './chat-store.ts'
import { maxMessages } from './message-collection.ts'

function message(number: number, username = 'bob', text = `message ${number}`): ChatMessage {
  const id = String(number).padStart(11, '0')
  return {
    ...{ id, _id: id, channel: 'alice', username, message: text, timestamp: number, role: 'user' as const },
    ...{ isModerator: false, kind: 'message' as const, replyTo: null },
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index))

/** Opens the chat of a channel with the history `all`. The fake server pages it as `listChatMessages` of the contract does. */
function openChat(
  all: ChatMessage[],
  onSend: (call: ReceivedCall) => Response | Error = () => json({}),
  server: { isBroken: boolean; deletions?: { ids: string[]; hasMore: boolean }; config?: object } = {
    isBroken: false,
  },
) {
  const { api, calls } = fakeServer((call) => {
    if (server.isBroken) return unreachable
    if (call.method === 'POST') return onSend(call)
    const url = new URL(call.path, 'http://site')
    if (url.pathname.includes('/deletions/')) return json(server.deletions ?? { ids: [], hasMore: false })
    if (url.pathname.includes('/config/') && server.config) return json(server.config)
    if (!url.pathname.includes('/messages/')) return refusal(404, 'not_found', 'Not found')
    const { before, after, limit = '50' } = Object.fromEntries(url.searchParams)
    const matching = all.filter(({ id }) => (!before || id < before) && (!after || id > after))
    const messages = after ? matching.slice(0, Number(limit)) : matching.slice(-Number(limit))
    return json({ messages, hasMore: matching.length > messages.length })
  })
  const { session, openRoom, room: roomListener } = fakeRoom('carol')
  let verifications = 0
  async function verify(): Promise<void> {
    verifications += 1
  }
  const store = createChatStore({ api, channel: 'alice', session: { ...session, verify }, openRoom })
  onTestFinished(store.start())
  const room = roomListener()
  const joined = async () => {
    room.joined({ viewers: 1, standing: null })
    await expect.poll(() => store.getState().phase).toBe('loaded')
  }
  const shown = () => store.getState().messages.map(({ timestamp }) => timestamp)
  return { store, room, calls, joined, shown, server, verifications: () => verifications }
}

const numbers = (from: number, to: number) => range(from, to).map(({ timestamp }) => timestamp)

test('[CHAT-7] loads the newest 50 messages, and older ones on request', async () => {
  const chat = openChat(range(1, 120))
  await chat.joined()
  expect(chat.shown()).toEqual(numbers(71, 120))
  await chat.store.loadOlder()
  await chat.store.loadOlder()
  expect(chat.shown()).toEqual(numbers(1, 120))
  expect(chat.store.getState().hasOlder).toBe(false)
})

test('[CHAT-6] drops duplicates, which have the same id, or the same time, username and text; sorts by id', async () => {
  const chat = openChat(range(1, 3))
  await chat.joined()
  chat.room.messages([message(5), message(3), message(4)])
  chat.room.messages([message(5), { ...message(6), timestamp: 5, message: 'message 5' }])
  expect(chat.shown()).toEqual([1, 2, 3, 4, 5])
})

test.each([
  [10, 'from the newest page'],
  [320, 'from several pages, by cursor'],
])('after an interruption of %i messages the gap is filled %s', async (missed) => {
  const all = range(1, 40)
  const chat = openChat(all)
  await chat.joined()
  chat.room.disconnected()
  expect(chat.store.getState().connection).toBe('disconnected')
  all.push(...range(41, 40 + missed))
  chat.room.joined({ viewers: 1, standing: null })
  // Delivered by the room while the gap is being filled.
  all.push(message(41 + missed))
  chat.room.messages([message(41 + missed)])
  await expect.poll(() => chat.shown()).toEqual(numbers(1, 41 + missed))
})

test('a message that arrives before the gap is filled does not hide the gap', async () => {
  const all = range(1, 40)
  const chat = openChat(all)
  await chat.joined()
  chat.room.disconnected()
  all.push(...range(41, 190))
  chat.room.messages([message(190)])
  chat.room.joined({ viewers: 1, standing: null })
  await expect.poll(() => chat.shown()).toEqual(numbers(1, 190))
})

test('after too long an interruption the list starts over with the newest page', async () => {
  const all = range(1, 40)
  const chat = openChat(all)
  await chat.joined()
  all.push(...range(41, 1000))
  chat.room.joined({ viewers: 1, standing: null })
  await expect.poll(() => chat.shown()).toEqual(numbers(901, 1000))
  expect(chat.store.getState().hasOlder).toBe(true)
})

test('removes a message that was deleted during an interruption, however old it is', async () => {
  const all = range(1, 300)
  const chat = openChat(all)
  await chat.joined()
  while (chat.shown().length < 300) await chat.store.loadOlder()
  chat.room.disconnected()
  all.splice(149, 1)
  all.push(...range(301, 320))
  chat.server.deletions = { ids: [message(150).id], hasMore: false }
  chat.room.joined({ viewers: 1, standing: null })
  await expect.poll(() => chat.shown()).toEqual([...numbers(1, 149), ...numbers(151, 320)])
  const { path } = chat.calls.find((call) => call.path.includes('/deletions/')) ?? {}
  expect(path).toContain(`since=${message(300).id}`)
})

test('after more deletions than the server lists, the list starts over with the newest page', async () => {
  const all = range(1, 300)
  const chat = openChat(all)
  await chat.joined()
  while (chat.shown().length < 300) await chat.store.loadOlder()
  chat.server.deletions = { ids: range(51, 150).map(({ id }) => id), hasMore: true }
  chat.room.joined({ viewers: 1, standing: null })
  await expect.poll(() => chat.shown()).toEqual(numbers(201, 300))
  expect(chat.store.getState().hasOlder).toBe(true)
})

test('loads back to a message, and stops at the first one of the channel', async () => {
  const chat = openChat(range(2, 700))
  await chat.joined()
  expect(await Promise.all([chat.store.loadOlder(), chat.store.loadBackTo(message(310).id)])).toEqual([undefined, true])
  expect(chat.shown()[0]).toBeLessThanOrEqual(310)
  expect(chat.shown()).toEqual(numbers(chat.shown()[0] ?? 0, 700))
  expect(await chat.store.loadBackTo(message(1).id)).toBe(false)
  chat.server.isBroken = true
  expect(await chat.store.loadBackTo('0'.repeat(11))).toBe(false)
})

test('[CHAT-13] says that older messages, or the config, could not be fetched, and no more once the room is joined again', async () => {
  const server = { isBroken: false }
  const chat = openChat(range(1, 120), undefined, server)
  await chat.joined()
  // The fake server has no config.
  await expect.poll(() => chat.store.getState().problem).toBe('Not found')
  server.isBroken = true
  await chat.store.loadOlder()
  expect(chat.store.getState()).toMatchObject({ phase: 'loaded', problem: 'Failed to fetch messages' })
  chat.room.joined({ viewers: 1, standing: null })
  expect(chat.store.getState().problem).toBeNull()
  await expect.poll(() => chat.store.getState().problem).toBe('Failed to fetch chat config')
})

test('[CHAT-13] loads the config until it has arrived, also where the room cannot be joined, and says once that it could not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const server: { isBroken: boolean; config?: object } = { isBroken: true }
  const chat = openChat(range(1, 10), undefined, server)
  const { getState, dismissProblem } = chat.store
  await vi.advanceTimersByTimeAsync(2000)
  expect(getState()).toMatchObject({ config: null, problem: 'Failed to fetch chat config' })
  dismissProblem()
  await vi.advanceTimersByTimeAsync(5000)
  expect(getState()).toMatchObject({ config: null, problem: null })
  Object.assign(server, { isBroken: false, config: { channel: 'alice', emoteOnly: true } })
  await vi.advanceTimersByTimeAsync(5000)
  expect(getState().config).toMatchObject({ emoteOnly: true })
  const asked = chat.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(chat.calls).toHaveLength(asked)
})

test('[AUTH-20] a refused session is verified, so that the page can ask for a signature; other refusals are shown', () => {
  const chat = openChat([])
  chat.room.refused('Your session has ended. Log in again.', 'session_invalid')
  expect(chat.verifications()).toBe(1)
  expect(chat.store.getState().problem).toBeNull()
  chat.room.refused('Authentication failed', undefined)
  expect(chat.verifications()).toBe(1)
  expect(chat.store.getState().problem).toBe('Authentication failed')
})

test('a deleted message is no longer quoted by replies to it', async () => {
  const question = message(5)
  const answer = { ...message(6), replyTo: { id: question.id, username: 'bob', message: question.message } }
  const chat = openChat([...range(1, 5), answer])
  await chat.joined()
  chat.room.deleted(question.id)
  expect(chat.store.getState().messages.at(-1)).toEqual({ ...answer, replyTo: null })
})

test('[MOD-11] removes the messages of a user who is banned, the quotes of them, and those of an answer on its way', async () => {
  const quote = { id: message(2).id, username: 'mallory', message: 'message 2' }
  const all = [
    message(1, 'mallory'),
    ...range(2, 3),
    message(4, 'mallory'),
    { ...message(5), replyTo: quote },
    message(6, 'mallory'),
  ]
  const chat = openChat(all)
  await chat.joined()
  chat.room.deletedOf({ channel: 'alice', username: 'mallory', fromId: message(2).id, upToId: message(5).id })
  // An older message is not one of those that the ban deleted, and a newer one was written after it.
  expect(chat.shown()).toEqual([1, 2, 3, 5, 6])
  expect(chat.store.getState().messages.at(-2)).toMatchObject({ timestamp: 5, replyTo: null })
  chat.room.messages([message(4, 'mallory'), message(7)])
  expect(chat.shown()).toEqual([1, 2, 3, 5, 6, 7])
})

test('removes what was deleted during an interruption, and keeps out what is deleted while an answer is on its way', async () => {
  const all = range(1, 10)
  const chat = openChat(all)
  await chat.joined()
  all.splice(4, 1)
  chat.room.joined({ viewers: 1, standing: null })
  chat.room.deleted(message(8).id)
  await expect.poll(() => chat.shown()).toEqual([1, 2, 3, 4, 6, 7, 9, 10])
  chat.room.restored([message(8)])
  expect(chat.shown()).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10])
  chat.room.clearedUpTo(message(10).id)
  expect(chat.shown()).toEqual([])
})

test('memory is bounded however many messages arrive', async () => {
  const chat = openChat([])
  await chat.joined()
  for (let from = 1; from <= 20_000; from += 100) chat.room.messages(range(from, from + 99))
  expect(chat.shown().length).toBeLessThanOrEqual(maxMessages * 1.2)
  expect(chat.shown().at(-1)).toBe(20_000)
})

test('[CHAT-3] a history that cannot be loaded is a failure, until a reload succeeds', async () => {
  const chat = openChat(range(1, 3), undefined, { isBroken: true })
  chat.room.joined({ viewers: 1, standing: null })
  await expect.poll(() => chat.store.getState().phase).toBe('failed')
  chat.server.isBroken = false
  chat.store.reload()
  await expect.poll(() => chat.shown()).toEqual([1, 2, 3])
  expect(chat.store.getState().phase).toBe('loaded')
})

test('a message that could not be delivered is sent again with the same key, and appears once', async () => {
  const sent = message(7, 'carol', 'hello')
  const answers = [unreachable, refusal(503, 'overloaded', 'Busy'), json({ success: true, data: sent })]
  const chat = openChat([], () => answers.shift() ?? unreachable)
  await chat.joined()
  const sending = chat.store.send('hello', null)
  expect(chat.store.getState().pending).toMatchObject({ text: 'hello', isInList: false })
  // Stored by the first attempt, and delivered by the room before any answer arrived.
  chat.room.messages([sent])
  expect(chat.store.getState().pending?.isInList).toBe(true)
  expect(await sending).toEqual({ ok: true })
  expect(chat.shown()).toEqual([7])
  expect(chat.store.getState().pending).toBeNull()
  const keys = chat.calls
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(keys.length).toBe(3)
  expect(new Set(keys).size).toBe(1)
})

test("a refusal is final and has the server's sentence; the wait is the one that the server states", async () => {
  const chat = openChat([], () => {
    const response = refusal(429, 'chat_slow_mode', 'Slow mode is on. You can write again in 9 s')
    response.headers.set('retry-after', '9')
    return response
  })
  await chat.joined()
  expect(await chat.store.send('hello', null)).toEqual({
    ok: false,
    message: 'Slow mode is on. You can write again in 9 s',
    mustWait: true,
  })
  expect(chat.calls.filter(({ method }) => method === 'POST').length).toBe(1)
  const waitMs = chat.store.getState().waitUntilMs - Date.now()
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(9000)
})

test('[CHAT-5] sends one message at a time', async () => {
  const chat = openChat([], () => json({ success: true, data: message(1, 'carol', 'one') }))
  await chat.joined()
  const [one, two] = await Promise.all([chat.store.send('one', null), chat.store.send('two', null)])
  expect([one.ok, two.ok]).toEqual([true, false])
})
