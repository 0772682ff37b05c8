import type { ChatMessage } from '@waggle/contract/chat/entities'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageId } from '../../db/chat/chat-message-id.ts'
import type { ChatSocket } from '../sockets/chat-socket.ts'
import { createRoom, tickMs } from './room.ts'
import type { Subscriber } from './subscriber.ts'

// A room with 2,000 subscribers has a tick of 2,000 × 12 µs / 0.25 = 96 ms. The sockets here only record what they receive.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function message(n: number): ChatMessage {
  const id = messageId(1_800_000_000_000_000 + n)
  const writer = { username: 'carol', role: 'user' as const, isModerator: false }
  return { id, _id: id, channel: 'alice', message: `m${n}`, timestamp: 1, kind: 'message', replyTo: null, ...writer }
}

function fakeSubscriber(coalesce: boolean, alerts = false) {
  const received: string[] = []
  const socket = {
    conn: { readyState: 'open', writeBuffer: [], transport: { name: 'polling', writable: true } },
    emit(name: string, payload: { messages?: ChatMessage[]; message?: string }) {
      received.push(
        payload.messages
          ? `${name}:${payload.messages.map(({ message }) => message)}`
          : `${name}:${payload.message ?? payload}`,
      )
    },
  }
  const subscriber: Subscriber = {
    socket: socket as unknown as ChatSocket,
    username: undefined,
    role: 'user',
    session: undefined,
    endSession() {},
    coalesce,
    alerts,
  }
  return { received, subscriber }
}

function busyRoom() {
  const room = createRoom('alice')
  for (let n = 0; n < 1998; n += 1) room.add(fakeSubscriber(true).subscriber)
  const batched = fakeSubscriber(true)
  const single = fakeSubscriber(false)
  room.add(batched.subscriber)
  room.add(single.subscriber)
  return { room, batched, single }
}

describe('a room', () => {
  it('has a longer tick the more subscribers it has, up to half a second', () => {
    expect([1, 100, 2000, 10_000, 50_000].map(tickMs)).toEqual([0, 4.8, 96, 480, 500])
  })

  it('sends the first message after a pause at once, and those of the same tick in one packet', () => {
    const { room, batched, single } = busyRoom()
    room.pushMessage(message(1))
    expect(batched.received).toEqual(['messages:m1'])
    for (const n of [2, 3, 4]) room.pushMessage(message(n))
    expect(batched.received).toHaveLength(1)
    vi.advanceTimersByTime(97)
    expect(batched.received).toEqual(['messages:m1', 'messages:m2,m3,m4'])
    const both = (n: number) => [`chat-message:m${n}`, `new-message:m${n}`]
    expect(single.received).toEqual([1, 2, 3, 4].flatMap(both))
  })

  it('[F7] sends no message again that a catch-up reads, while others arrive', () => {
    const room = createRoom('alice')
    const { received, subscriber } = fakeSubscriber(true)
    room.add(subscriber)
    for (let n = 1; n <= 700; n += 1) room.pushMessage(message(n))
    expect(received).toHaveLength(700)
    // The newest 500 of the database, read before the last hundred were sent.
    for (let n = 101; n <= 600; n += 1) room.pushMessage(message(n))
    expect(received).toHaveLength(700)
  })

  it('sends every message at once while it is small', () => {
    const room = createRoom('alice')
    const { received, subscriber } = fakeSubscriber(true)
    room.add(subscriber)
    for (const n of [1, 2, 3]) room.pushMessage(message(n))
    expect(received).toEqual(['messages:m1', 'messages:m2', 'messages:m3'])
  })

  it('sends a deletion after the message that it deletes', () => {
    const { room, batched } = busyRoom()
    room.pushMessage(message(1))
    room.pushMessage(message(2))
    room.send('message-deleted', message(2).id)
    expect(batched.received).toEqual(['messages:m1', 'messages:m2', `message-deleted:${message(2).id}`])
  })

  it('sends alerts only to subscribers that asked for them, and does not flush messages for it', () => {
    const { room, batched } = busyRoom()
    const overlay = fakeSubscriber(true, true)
    room.add(overlay.subscriber)
    room.pushMessage(message(1))
    room.pushMessage(message(2))
    room.sendAlert('new-follower', { channel: 'alice', username: 'bob', followerCount: 1 })
    expect(overlay.received).toEqual(['messages:m1', 'new-follower:[object Object]'])
    expect(batched.received).toEqual(['messages:m1'])
  })

  it('ignores messages that it has already sent', () => {
    const room = createRoom('alice')
    const { received, subscriber } = fakeSubscriber(true)
    room.add(subscriber)
    for (const n of [1, 2, 1, 2]) room.pushMessage(message(n))
    expect(received).toHaveLength(2)
  })
})
