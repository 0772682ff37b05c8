import type { Room, RoomListener } from './room.ts'

type Joined = Parameters<NonNullable<RoomListener['joined']>>[0]
type EventName = keyof RoomListener
type Told<Name extends EventName> = Parameters<NonNullable<RoomListener[Name]>>

export interface JoinedRoom extends Room {
  /** Joins once more, because a listener has come that wants other events. */
  joinAgain(): void
}

/**
 * Joins each channel's room once, however many listeners it has: the chat, the moderation and the figures of a dashboard are three.
 * All listeners of a page belong to its one session, so the newest token is that of all.
 */
export function shareRooms(join: (channel: string, token: string | null, listener: RoomListener) => JoinedRoom) {
  const shared = new Map<string, SharedRoom>()

  return (channel: string, token: string | null, listener: RoomListener): Room => {
    const room = shared.get(channel) ?? createSharedRoom((toAll) => join(channel, token, toAll))
    shared.set(channel, room)
    room.add(listener)
    room.rejoin(token)
    return {
      rejoin: room.rejoin,
      close() {
        if (room.remove(listener) === 0 && shared.get(channel) === room) shared.delete(channel)
      },
    }
  }
}

type SharedRoom = ReturnType<typeof createSharedRoom>

function createSharedRoom(join: (toAll: RoomListener) => JoinedRoom) {
  const listeners = new Set<RoomListener>()
  /** What a listener that comes later is told; undefined while the room is not joined. */
  let joined: Joined | undefined
  let hasAlerts = false
  const room = join(toAll())

  function tell<Name extends EventName>(name: Name, ...told: Told<Name>): void {
    for (const listener of [...listeners]) (listener[name] as ((...told: Told<Name>) => void) | undefined)?.(...told)
  }

  function toAll(): RoomListener {
    return {
      joined(answer) {
        joined = answer
        tell('joined', answer)
      },
      disconnected() {
        joined = undefined
        tell('disconnected')
      },
      viewers(count) {
        if (joined) joined = { ...joined, viewers: count }
        tell('viewers', count)
      },
      standing(standing) {
        if (joined) joined = { ...joined, standing }
        tell('standing', standing)
      },
      refused: (sentence, code) => tell('refused', sentence, code),
      messages: (messages) => tell('messages', messages),
      deleted: (messageId) => tell('deleted', messageId),
      deletedOf: (deletion) => tell('deletedOf', deletion),
      restored: (messages) => tell('restored', messages),
      clearedUpTo: (messageId) => tell('clearedUpTo', messageId),
      configured: (config) => tell('configured', config),
      moderated: (change) => tell('moderated', change),
      logged: (entry) => tell('logged', entry),
      channelChanged: (channel) => tell('channelChanged', channel),
      tipped: (tip) => tell('tipped', tip),
      overlayChanged: () => tell('overlayChanged'),
      // Present only where somebody listens: the server does not send new followers to every viewer.
      get followed() {
        return hasAlerts ? (follower: Told<'followed'>[0]) => tell('followed', follower) : undefined
      },
    }
  }

  return {
    add(listener: RoomListener): void {
      listeners.add(listener)
      const needsAlerts = listener.followed !== undefined && !hasAlerts
      hasAlerts ||= needsAlerts
      if (!joined) return
      if (needsAlerts) room.joinAgain()
      else queueMicrotask(() => joined && listeners.has(listener) && listener.joined?.(joined))
    },
    /** Returns how many listeners are left, and leaves the room with the last one. */
    remove(listener: RoomListener): number {
      const isLast = listeners.delete(listener) && listeners.size === 0
      if (isLast) room.close()
      return listeners.size
    },
    rejoin: room.rejoin,
  }
}
