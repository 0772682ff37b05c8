import type { ChatMessage } from '@waggle/contract/chat/entities'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messageId } from '../../db/chat/chat-message-id.ts'
import type { ChatSocket, Member } from './member.ts'
import { createRoom, tickMs } from './room.ts'

// A busy room of 2,000 gathers for 2,000 × 12 µs / 0.25 = 96 ms. Sockets here only note what they are told.
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

function listener(coalesce: boolean, alerts = false) {
  const heard: string[] = []
  const socket = {
    conn: { readyState: 'open', writeBuffer: [], transport: { name: 'polling', writable: true } },
    emit(name: string, payload: { messages?: ChatMessage[]; message?: string }) {
      heard.push(
        payload.messages
          ? `${name}:${payload.messages.map(({ message }) => message)}`
          : `${name}:${payload.message ?? payload}`,
      )
    },
  }
  const member: Member = {
    socket: socket as unknown as ChatSocket,
    username: undefined,
    role: 'user',
    coalesce,
    alerts,
  }
  return { heard, member }
}

function busyRoom() {
  const room = createRoom('alice')
  for (let n = 0; n < 1998; n += 1) room.add(listener(true).member)
  const batched = listener(true)
  const single = listener(false)
  room.add(batched.member)
  room.add(single.member)
  return { room, batched, single }
}

describe('a room', () => {
  it('gathers for longer the more sockets it has, and half a second at most', () => {
    expect([1, 100, 2000, 10_000, 50_000].map(tickMs)).toEqual([0, 4.8, 96, 480, 500])
  })

  it('sends the first message after silence at once and those of the same tick in one packet', () => {
    const { room, batched, single } = busyRoom()
    room.pushMessage(message(1))
    expect(batched.heard).toEqual(['messages:m1'])
    for (const n of [2, 3, 4]) room.pushMessage(message(n))
    expect(batched.heard).toHaveLength(1)
    vi.advanceTimersByTime(97)
    expect(batched.heard).toEqual(['messages:m1', 'messages:m2,m3,m4'])
    const both = (n: number) => [`chat-message:m${n}`, `new-message:m${n}`]
    expect(single.heard).toEqual([1, 2, 3, 4].flatMap(both))
  })

  it('sends every message at once while it is small', () => {
    const room = createRoom('alice')
    const { heard, member } = listener(true)
    room.add(member)
    for (const n of [1, 2, 3]) room.pushMessage(message(n))
    expect(heard).toEqual(['messages:m1', 'messages:m2', 'messages:m3'])
  })

  it('tells of a deletion after the message it is about', () => {
    const { room, batched } = busyRoom()
    room.pushMessage(message(1))
    room.pushMessage(message(2))
    room.send('message-deleted', message(2).id)
    expect(batched.heard).toEqual(['messages:m1', 'messages:m2', `message-deleted:${message(2).id}`])
  })

  it('alerts only those who asked for it, and hurries no message for it', () => {
    const { room, batched } = busyRoom()
    const overlay = listener(true, true)
    room.add(overlay.member)
    room.pushMessage(message(1))
    room.pushMessage(message(2))
    room.alert('new-follower', { channel: 'alice', username: 'bob', followerCount: 1 })
    expect(overlay.heard).toEqual(['messages:m1', 'new-follower:[object Object]'])
    expect(batched.heard).toEqual(['messages:m1'])
  })

  it('passes over what it has passed on already', () => {
    const room = createRoom('alice')
    const { heard, member } = listener(true)
    room.add(member)
    for (const n of [1, 2, 1, 2]) room.pushMessage(message(n))
    expect(heard).toHaveLength(2)
  })
})
