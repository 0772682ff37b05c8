import type { ChatRole } from '@waggle/contract/chat/entities'
import { listDeletedSince, listMessages } from '../../db/chat/chat-messages.ts'
import type { ChatNotice } from '../../shared-state/chat-notice.ts'
import type { ChatContext } from '../context.ts'
import type { Member } from './member.ts'
import { createPresence, type PresenceBoard } from './presence.ts'
import { createRoom, type Room } from './room.ts'

/** The rooms of this process, and the way from one process's news to the sockets of all. */
export interface Hub {
  presence: PresenceBoard
  join(channel: string, member: Member): void
  leave(channel: string, member: Member): void
  /** Tells all processes, this one included. Never throws: what is stored reaches the others by catching up. */
  publish(notice: ChatNotice): void
  start(): Promise<void>
  close(): void
}

const catchUpIntervalMs = 2000
const catchUpMax = 500
/** Messages that were committed shortly before the connection broke may not have been heard. */
const overlapMs = 10_000

export function createHub(context: ChatContext): Hub {
  const { db, state, log } = context
  const rooms = new Map<string, Room>()
  const presence = createPresence(context, rooms)
  let brokenSinceMs: number | undefined
  let isCatchingUp = false

  function deliver(notice: ChatNotice): void {
    if (notice.kind === 'close-sockets') {
      const sockets = [...rooms.values()].flatMap((room) => membersNamed(room, notice.username))
      for (const { socket } of sockets) socket.disconnect(true)
      return
    }
    if (notice.kind === 'message') {
      rooms.get(notice.message.channel)?.pushMessage(notice.message)
      return
    }
    if (notice.kind === 'standing') {
      const { channel, username, role } = notice.standing
      const room = rooms.get(channel)
      if (!room) return
      for (const member of membersNamed(room, username)) member.role = role
      room.send('standing', notice.standing, (member) => member.username === username)
      return
    }
    if (notice.audience === 'alerts') {
      rooms.get(notice.channel)?.alert(notice.name, notice.payload as never)
      return
    }
    const audience = notice.audience === 'moderators' ? (member: Member) => moderates(member.role) : undefined
    rooms.get(notice.channel)?.send(notice.name, notice.payload as never, audience)
  }

  /** While the store between processes cannot be reached, and once after, the database tells what was missed. */
  async function catchUp(): Promise<void> {
    const isConnected = state.isConnected()
    if (brokenSinceMs === undefined || isCatchingUp) return
    isCatchingUp = true
    try {
      for (const room of rooms.values()) await catchUpRoom(room, brokenSinceMs)
      if (isConnected) brokenSinceMs = undefined
    } catch (error) {
      log.warn({ error }, 'chat: could not catch up; trying again')
    } finally {
      isCatchingUp = false
    }
  }

  async function catchUpRoom(room: Room, sinceMs: number): Promise<void> {
    const { messages } = await listMessages(db, room.channel, { limit: catchUpMax })
    for (const message of messages) if (message.timestamp >= sinceMs) room.pushMessage(message)
    for (const id of await listDeletedSince(db, room.channel, sinceMs, catchUpMax)) room.send('message-deleted', id)
  }

  function noteBreak(): void {
    brokenSinceMs ??= context.now() - overlapMs
  }

  const catchingUp = setInterval(catchUp, catchUpIntervalMs)
  catchingUp.unref()

  return {
    presence,
    join(channel, member) {
      const room = rooms.get(channel) ?? createRoom(channel)
      rooms.set(channel, room)
      room.add(member)
    },
    leave(channel, member) {
      const room = rooms.get(channel)
      room?.remove(member)
      if (room?.members.size !== 0) return
      room.close()
      rooms.delete(channel)
    },
    publish(notice) {
      state.publish('chat', notice).catch((error: Error) => {
        log.warn({ reason: error.message }, 'chat: other processes will hear of this by catching up')
        noteBreak()
        deliver(notice)
      })
    },
    async start() {
      state.onBroken(noteBreak)
      await state.subscribe('chat', deliver)
      await presence.start()
    },
    close() {
      clearInterval(catchingUp)
      presence.stop()
      for (const room of rooms.values()) room.close()
    },
  }
}

export function moderates(role: ChatRole): boolean {
  return role !== 'user'
}

function membersNamed(room: Room, username: string): Member[] {
  return [...room.members].filter((member) => member.username === username)
}
