import { findClearSince, listDeletedSince } from '../../db/chat/chat-deletions.ts'
import { listMessages } from '../../db/chat/chat-messages.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { randomId } from '../../lib/random-id.ts'
import type { ChatNotice } from '../../shared-state/chat-notice.ts'
import type { ChatContext } from '../context.ts'
import { canModerate } from '../moderation/permissions.ts'
import { createPresence, type Presence } from './presence.ts'
import { createRoom, type Room } from './room.ts'
import type { Subscriber } from './subscriber.ts'

/** The rooms of this process. Publishes notices to the rooms of all processes and delivers those that any process publishes. */
export interface RoomRegistry {
  presence: Presence
  join(channel: string, subscriber: Subscriber): void
  leave(channel: string, subscriber: Subscriber): void
  /** The subscribers of all rooms of this process. */
  subscribers(): Subscriber[]
  /**
   * Publishes to all processes, including this one. Never throws: if publishing fails, the other processes read what the
   * database stores when they catch up.
   */
  publish(notice: ChatNotice): void
  start(): Promise<void>
  close(): Promise<void>
}

const catchUpIntervalMs = 2000
const catchUpMax = 500
/** Messages that were committed shortly before the connection broke may not have been delivered. */
const overlapMs = 10_000

export function createRoomRegistry(context: ChatContext): RoomRegistry {
  const { db, state, log } = context
  const rooms = new Map<string, Room>()
  const presence = createPresence(context, rooms)
  const processId = randomId()
  let brokenSinceMs: number | undefined
  /** Another process could not publish what was said from then on. */
  let untoldSinceMs: number | undefined
  let catchUpTask: PeriodicTask | undefined

  function deliver(notice: ChatNotice): void {
    if (notice.kind === 'close-sockets') {
      const subscribers = [...rooms.values()].flatMap((room) => subscribersNamed(room, notice.username))
      for (const { socket } of subscribers) socket.disconnect(true)
      return
    }
    if (notice.kind === 'message') {
      rooms.get(notice.message.channel)?.pushMessage(notice.message)
      return
    }
    if (notice.kind === 'user-messages-deleted') {
      rooms.get(notice.channel)?.sendDeletions(notice.username, notice.ids)
      return
    }
    if (notice.kind === 'standing') {
      const { channel, username, role } = notice.standing
      const room = rooms.get(channel)
      if (!room) return
      for (const subscriber of subscribersNamed(room, username)) subscriber.role = role
      room.send('standing', notice.standing, (subscriber) => subscriber.username === username)
      return
    }
    if (notice.audience === 'alerts') {
      rooms.get(notice.channel)?.sendAlert(notice.name, notice.payload as never)
      return
    }
    const audience =
      notice.audience === 'moderators' ? (subscriber: Subscriber) => canModerate(subscriber.role) : undefined
    rooms.get(notice.channel)?.send(notice.name, notice.payload as never, audience)
  }

  /** Reads from the database what was missed, repeatedly while publish/subscribe is disconnected and once more afterwards. */
  async function catchUp(): Promise<void> {
    // Read before catching up: what is published after a reconnection arrives as usual.
    const isConnected = state.isConnected()
    const untoldMs = untoldSinceMs
    const sinceMs = Math.min(brokenSinceMs ?? Number.POSITIVE_INFINITY, untoldMs ?? Number.POSITIVE_INFINITY)
    if (sinceMs === Number.POSITIVE_INFINITY) return
    for (const room of rooms.values()) await catchUpRoom(room, sinceMs)
    // Only once it is read: a database that is away is asked again.
    if (untoldSinceMs === untoldMs) untoldSinceMs = undefined
    if (!isConnected || brokenSinceMs === undefined) return
    // What was said here meanwhile, the others have not heard.
    const ownSinceMs = brokenSinceMs
    brokenSinceMs = undefined
    await state.publish('chat-untold', { process: processId, sinceMs: ownSinceMs })
  }

  async function catchUpRoom(room: Room, sinceMs: number): Promise<void> {
    const upTo = await findClearSince(db, room.channel, sinceMs)
    if (upTo !== undefined) room.send('chat-cleared', { channel: room.channel, upTo })
    const { messages } = await listMessages(db, room.channel, { limit: catchUpMax })
    for (const message of messages) if (message.timestamp >= sinceMs) room.pushMessage(message)
    for (const id of await listDeletedSince(db, room.channel, sinceMs, catchUpMax)) room.send('message-deleted', id)
  }

  function markBroken(): void {
    brokenSinceMs ??= context.now() - overlapMs
  }

  return {
    presence,
    join(channel, subscriber) {
      const room = rooms.get(channel) ?? createRoom(channel)
      rooms.set(channel, room)
      room.add(subscriber)
    },
    leave(channel, subscriber) {
      const room = rooms.get(channel)
      room?.remove(subscriber)
      if (room?.subscribers.size !== 0) return
      room.close()
      rooms.delete(channel)
    },
    subscribers: () => [...rooms.values()].flatMap((room) => [...room.subscribers]),
    publish(notice) {
      state.publish('chat', notice).then(
        // Now, because the connection may break under this notice.
        () => state.isConnected() || markBroken(),
        (error: unknown) => log.error({ error }, 'chat: could not publish'),
      )
    },
    async start() {
      state.onDisconnected(markBroken)
      await state.subscribe('chat', deliver)
      await state.subscribe('chat-untold', ({ process, sinceMs }) => {
        if (process !== processId) untoldSinceMs = Math.min(sinceMs, untoldSinceMs ?? sinceMs)
      })
      await presence.start()
      catchUpTask = startPeriodicTask(catchUp, {
        pauseMs: catchUpIntervalMs,
        onError: (error) => log.warn({ error }, 'chat: could not catch up; trying again'),
      })
    },
    async close() {
      await catchUpTask?.close()
      await presence.close()
      for (const room of rooms.values()) room.close()
    },
  }
}

function subscribersNamed(room: Room, username: string): Subscriber[] {
  return [...room.subscribers].filter((subscriber) => subscriber.username === username)
}
