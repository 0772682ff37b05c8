import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { ServerEvents } from '@waggle/contract/chat/socket-events'
import { type Member, sendTo } from './member.ts'
import { type Outgoing, outgoing } from './outgoing.ts'

/** The measured price of one frame to one socket. */
const frameCostMs = 0.012
/** A busy room may take this share of a core. */
const coreShare = 0.25
const tickMaxMs = 500
/** Timers know no less. */
const tickMinMs = 1
const batchMax = 500
const rememberedIds = 500

/** The sockets this process has in one channel's room. */
export interface Room {
  channel: string
  members: Set<Member>
  add(member: Member): void
  remove(member: Member): void
  /** Passes a message on: at once after silence, with others of the same tick in a busy room. A known id is passed over. */
  pushMessage(message: ChatMessage): void
  /** Sends an event, after all messages pushed before. */
  send<Name extends keyof ServerEvents>(
    name: Name,
    payload: Parameters<ServerEvents[Name]>[0],
    audience?: (member: Member) => boolean,
  ): void
  /** Sends an event to those who asked for alerts; messages that are gathered need not hurry for it. */
  alert<Name extends keyof ServerEvents>(name: Name, payload: Parameters<ServerEvents[Name]>[0]): void
  /** The newest id passed on. */
  lastId(): string | undefined
  count(): { anonymous: number; userCount: number; users: string[] }
  close(): void
}

/** How long a room of this size gathers messages: the more sockets, the rarer the packets. */
export function tickMs(members: number): number {
  const ms = Math.min((members * frameCostMs) / coreShare, tickMaxMs)
  return ms < tickMinMs ? 0 : ms
}

export function createRoom(channel: string): Room {
  const members = new Set<Member>()
  const sockets = new Map<string, number>()
  // Kept and not counted: every join asks.
  let anonymous = 0
  const known = new Set<string>()
  let newestId: string | undefined
  let pending: ChatMessage[] = []
  let timer: NodeJS.Timeout | undefined
  let flushedAtMs = Number.NEGATIVE_INFINITY

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (pending.length === 0) return
    const messages = pending
    pending = []
    flushedAtMs = performance.now()
    // Written out only when somebody takes that form.
    let batch: Outgoing | undefined
    let singles: Outgoing | undefined
    for (const { socket, coalesce } of members) {
      if (coalesce) {
        batch ??= outgoing([{ name: 'messages', payload: { channel, messages } }])
        sendTo(socket, batch)
      } else {
        singles ??= outgoing(
          messages.flatMap((message) => [
            { name: 'chat-message', payload: message },
            { name: 'new-message', payload: message },
          ]),
        )
        sendTo(socket, singles)
      }
    }
  }

  function remember(id: string): void {
    known.add(id)
    if (known.size > rememberedIds) known.delete(known.values().next().value!)
    if (newestId === undefined || id > newestId) newestId = id
  }

  return {
    channel,
    members,
    add(member) {
      members.add(member)
      if (member.username) sockets.set(member.username, (sockets.get(member.username) ?? 0) + 1)
      else anonymous += 1
    },
    remove(member) {
      if (!members.delete(member)) return
      if (!member.username) {
        anonymous -= 1
        return
      }
      const left = (sockets.get(member.username) ?? 1) - 1
      if (left > 0) sockets.set(member.username, left)
      else sockets.delete(member.username)
    },
    pushMessage(message) {
      if (known.has(message.id)) return
      remember(message.id)
      pending.push(message)
      if (pending.length >= batchMax) return flush()
      if (timer) return
      const waitMs = flushedAtMs + tickMs(members.size) - performance.now()
      if (waitMs <= 0) flush()
      else timer = setTimeout(flush, waitMs)
    },
    send(name, payload, audience) {
      flush()
      const out = outgoing([{ name, payload }])
      for (const member of members) if (!audience || audience(member)) sendTo(member.socket, out)
    },
    alert(name, payload) {
      const out = outgoing([{ name, payload }])
      for (const { socket, alerts } of members) if (alerts) sendTo(socket, out)
    },
    lastId: () => newestId,
    count: () => ({
      anonymous,
      userCount: sockets.size,
      users: sockets.keys().take(chatLimits.presenceNamesMax).toArray(),
    }),
    close() {
      clearTimeout(timer)
      pending = []
    },
  }
}
