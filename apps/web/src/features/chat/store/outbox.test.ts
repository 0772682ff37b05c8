import type { ChatMessage } from '@waggle/contract/chat/entities'
import { expect, test } from 'vitest'
import { createStore } from '../../../lib/store/store.ts'
import { fakeRoom } from '../../../testing/fake-room.ts'
import { fakeServer, json, unreachable } from '../../../testing/fake-server.ts'
import { type ChatState, initialState } from './chat-state.ts'
import { createOutbox } from './outbox.ts'

function setUp(reply: () => Response | Error) {
  const { api, calls } = fakeServer(reply)
  const sent: ChatMessage[] = []
  const outbox = createOutbox({
    api,
    channel: 'alice',
    store: createStore<ChatState>(initialState),
    session: fakeRoom('carol').session,
    onSent: (message) => sent.push(message),
    wait: async () => undefined,
  })
  return { outbox, calls, sent }
}

test('keeps the idempotency key when the user resends a message that may have arrived, and only then', async () => {
  const server = { isBroken: true }
  const { outbox, calls, sent } = setUp(() => (server.isBroken ? unreachable : json({ success: true, data: {} })))
  expect(await outbox.send('hello', null)).toMatchObject({ ok: false })
  server.isBroken = false
  expect(await outbox.send('hello', null)).toEqual({ ok: true })
  expect(await outbox.send('hello', null)).toEqual({ ok: true })
  const keys = calls.map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(keys.slice(0, -1)).size).toBe(1)
  expect(keys.at(-1)).not.toBe(keys[0])
  expect(sent).toHaveLength(2)
})

test.each([
  ['a server error', json({}, 500), 1, 'Failed to send message. Please try again.'],
  ['a refusal', json({ message: 'Not here.' }, 403), 1, 'Not here.'],
  ['a proxy without a server behind it', json({}, 502), 4, 'Failed to send message. Please try again.'],
])('%s is reported after the expected number of attempts', async (_, reply, attempts, message) => {
  const { outbox, calls } = setUp(() => reply.clone())
  expect(await outbox.send('hello', null)).toEqual({ ok: false, message })
  expect(calls).toHaveLength(attempts)
})
