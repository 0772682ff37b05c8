import type { ChatMessage } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import type { ServerEvents } from '@waggle/contract/chat/socket-events'
import { sendEvents } from '../sockets/chat-socket.ts'
import { type EncodedEvents, encodeEvents } from '../sockets/encoded-events.ts'
import type { Subscriber } from './subscriber.ts'

/** The measured cost of sending one frame to one socket. */
const frameCostMs = 0.012
/** The share of a core that a busy room may use. */
const coreShare = 0.25
const tickMaxMs = 500
/** Timers have no finer resolution. */
const tickMinMs = 1
const batchMax = 500
/**
 * More than a catch-up reads (room-registry.ts) and what arrives meanwhile. With fewer, the first forgotten id that is pushed again would
 * push out the next one to come, and so on through all of them.
 */
const rememberedIds = 1000

/** The sockets of this process that have joined one channel's room. */
export interface Room {
  channel: string
  subscribers: Set<Subscriber>
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  /**
   * Sends a message to all subscribers: at once if the room has been quiet, else together with the others of the same tick.
   * Ignores a message whose id it has sent already.
   */
  pushMessage(message: ChatMessage): void
  /** Sends an event, after all messages that were pushed before it. */
  send<Name extends keyof ServerEvents>(
    name: Name,
    payload: Parameters<ServerEvents[Name]>[0],
    audience?: (subscriber: Subscriber) => boolean,
  ): void
  /** Sends the deletion of messages of one user, whose ids are in order, after all messages that were pushed before it. */
  sendDeletions(username: string, ids: readonly string[]): void
  /** Sends an event to the subscribers that asked for alerts. Pending messages keep waiting for their tick. */
  sendAlert<Name extends keyof ServerEvents>(name: Name, payload: Parameters<ServerEvents[Name]>[0]): void
  count(): { anonymous: number; userCount: number; users: string[] }
  close(): void
}

/** How long a room of this size collects messages into a batch: the more subscribers, the fewer frames. */
export function tickMs(subscribers: number): number {
  const ms = Math.min((subscribers * frameCostMs) / coreShare, tickMaxMs)
  return ms < tickMinMs ? 0 : ms
}

export function createRoom(channel: string, nowMs = () => performance.now()): Room {
  const subscribers = new Set<Subscriber>()
  const socketsByUser = new Map<string, number>()
  // Kept up to date instead of counted, because every join asks for it.
  let anonymous = 0
  const sentIds = new Set<string>()
  let pending: ChatMessage[] = []
  let timer: NodeJS.Timeout | undefined
  let flushedAtMs = Number.NEGATIVE_INFINITY

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (pending.length === 0) return
    const messages = pending
    pending = []
    flushedAtMs = nowMs()
    // Each form is encoded only if a subscriber receives it.
    let batch: EncodedEvents | undefined
    let singles: EncodedEvents | undefined
    for (const { socket, coalesce } of subscribers) {
      if (coalesce) {
        batch ??= encodeEvents([{ name: 'messages', payload: { channel, messages } }])
        sendEvents(socket, batch)
      } else {
        singles ??= encodeEvents(
          messages.flatMap((message) => [
            { name: 'chat-message', payload: message },
            { name: 'new-message', payload: message },
          ]),
        )
        sendEvents(socket, singles)
      }
    }
  }

  function rememberId(id: string): void {
    sentIds.add(id)
    if (sentIds.size > rememberedIds) sentIds.delete(sentIds.values().next().value!)
  }

  return {
    channel,
    subscribers,
    add(subscriber) {
      subscribers.add(subscriber)
      const { username } = subscriber
      if (username) socketsByUser.set(username, (socketsByUser.get(username) ?? 0) + 1)
      else anonymous += 1
    },
    remove(subscriber) {
      if (!subscribers.delete(subscriber)) return
      const { username } = subscriber
      if (!username) {
        anonymous -= 1
        return
      }
      const left = (socketsByUser.get(username) ?? 1) - 1
      if (left > 0) socketsByUser.set(username, left)
      else socketsByUser.delete(username)
    },
    pushMessage(message) {
      if (sentIds.has(message.id)) return
      rememberId(message.id)
      pending.push(message)
      if (pending.length >= batchMax) return flush()
      if (timer) return
      const waitMs = flushedAtMs + tickMs(subscribers.size) - nowMs()
      if (waitMs <= 0) flush()
      else timer = setTimeout(flush, waitMs)
    },
    send(name, payload, audience) {
      flush()
      const encoded = encodeEvents([{ name, payload }])
      for (const subscriber of subscribers) {
        if (!audience || audience(subscriber)) sendEvents(subscriber.socket, encoded)
      }
    },
    sendDeletions(username, ids) {
      const [fromId, upToId] = [ids[0], ids.at(-1)]
      if (fromId === undefined || upToId === undefined) return
      flush()
      const payload = { channel, username, fromId, upToId }
      const range = encodeEvents([{ name: 'user-messages-deleted', payload }])
      // Encoded only if a subscriber receives it.
      let singles: EncodedEvents | undefined
      for (const { socket, coalesce } of subscribers) {
        if (coalesce) {
          sendEvents(socket, range)
        } else {
          singles ??= encodeEvents(ids.map((id) => ({ name: 'message-deleted', payload: id })))
          sendEvents(socket, singles)
        }
      }
    },
    sendAlert(name, payload) {
      const encoded = encodeEvents([{ name, payload }])
      for (const { socket, alerts } of subscribers) if (alerts) sendEvents(socket, encoded)
    },
    count: () => ({
      anonymous,
      userCount: socketsByUser.size,
      users: socketsByUser.keys().take(chatLimits.presenceNamesMax).toArray(),
    }),
    close() {
      clearTimeout(timer)
      pending = []
    },
  }
}
