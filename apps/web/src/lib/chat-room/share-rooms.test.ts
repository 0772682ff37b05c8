import { expect, it } from 'vitest'
import type { RoomListener } from './room.ts'
import { shareRooms } from './share-rooms.ts'

/** Rooms that a test joins and leaves by hand. `log` has what was done to them. */
function openRooms() {
  const log: string[] = []
  const rooms = new Map<string, RoomListener>()
  const openRoom = shareRooms((channel, token, listener) => {
    log.push(`open ${channel} ${token}`)
    rooms.set(channel, listener)
    return {
      rejoin: (newest) => log.push(`token ${newest}`),
      joinAgain: () => log.push(`join again, alerts ${listener.followed !== undefined}`),
      close: () => log.push(`close ${channel}`),
    }
  })
  return { openRoom, log, room: (channel: string) => rooms.get(channel) as Required<RoomListener> }
}

/** A listener that records what it is told. */
function listen(extra: RoomListener = {}) {
  const told: unknown[] = []
  const listener: RoomListener = {
    joined: (answer) => told.push(answer),
    disconnected: () => told.push('disconnected'),
    deleted: (id) => told.push(id),
    ...extra,
  }
  return { listener, told }
}

const answer = { viewers: 1, standing: null }

it('joins a channel once for all its listeners, and leaves it with the last one', () => {
  const { openRoom, log, room } = openRooms()
  const [chat, moderation, other] = [listen(), listen(), listen()]
  const first = openRoom('alice', 't1', chat.listener)
  const second = openRoom('alice', 't1', moderation.listener)
  openRoom('bob', 't1', other.listener)
  room('alice').joined(answer)
  room('alice').deleted('7')
  first.close()
  first.close()
  room('alice').deleted('8')
  expect([chat.told, moderation.told, other.told]).toEqual([[answer, '7'], [answer, '7', '8'], []])
  second.close()
  expect(log.filter((entry) => /open|close/.test(entry))).toEqual(['open alice t1', 'open bob t1', 'close alice'])
  openRoom('alice', 't2', chat.listener)
  expect(log).toContain('open alice t2')
})

it('tells a later listener that the room is joined, as it is now', async () => {
  const { openRoom, room } = openRooms()
  openRoom('alice', 't', listen().listener)
  room('alice').joined(answer)
  room('alice').viewers(5)
  const later = listen()
  openRoom('alice', 't', later.listener)
  expect(later.told).toEqual([])
  await Promise.resolve()
  expect(later.told).toEqual([{ viewers: 5, standing: null }])

  room('alice').disconnected()
  const latest = listen()
  openRoom('alice', 't', latest.listener)
  await Promise.resolve()
  expect(latest.told).toEqual([])
})

it('tells a listener that is gone nothing', async () => {
  const { openRoom, room } = openRooms()
  openRoom('alice', 't', listen().listener)
  room('alice').joined(answer)
  const gone = listen()
  openRoom('alice', 't', gone.listener).close()
  await Promise.resolve()
  expect(gone.told).toEqual([])
})

it('passes the newest token on', () => {
  const { openRoom, log } = openRooms()
  const first = openRoom('alice', null, listen().listener)
  openRoom('alice', 't1', listen().listener)
  first.rejoin('t2')
  expect(log).toEqual(['open alice null', 'token null', 'token t1', 'token t2'])
})

it('asks for news of followers only where somebody listens to them', () => {
  const { openRoom, log, room } = openRooms()
  openRoom('alice', 't', listen().listener)
  expect(room('alice').followed).toBeUndefined()
  room('alice').joined(answer)
  const followers: string[] = []
  openRoom('alice', 't', { followed: ({ username }) => followers.push(username) })
  expect(log).toContain('join again, alerts true')
  room('alice').followed?.({ channel: 'alice', username: 'bob', followerCount: 1 })
  expect(followers).toEqual(['bob'])
})
