import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { ClientEvents, JoinAnswer, ServerEvents } from '@waggle/contract/chat/socket-events'
import { io, type Socket } from 'socket.io-client'

interface ReceivedEvent {
  name: string
  payload: unknown
}

/** A chat client that records every event it receives. */
export interface ChatClient {
  socket: Socket<ServerEvents, ClientEvents>
  /** In the order of arrival. */
  received: ReceivedEvent[]
  join(channel: string, options?: { token?: string; coalesce?: boolean; alerts?: boolean }): Promise<JoinAnswer>
  /** Resolves with the first event of this name, received or to come, that `matches` and that no earlier call has returned. */
  next<Name extends keyof ServerEvents>(
    name: Name,
    matches?: (payload: Parameters<ServerEvents[Name]>[0]) => boolean,
  ): Promise<Parameters<ServerEvents[Name]>[0]>
  /** The texts of all messages received, batched or not. */
  texts(): string[]
  close(): void
}

/** Only a guard against hanging. */
const waitMs = 50_000

/** Connects with the real Socket.IO client. `address` is the client address that the server sees. */
export async function connectChat(
  url: string,
  options: { address?: string; transports?: string[]; headers?: Record<string, string> } = {},
): Promise<ChatClient> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: options.transports ?? ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': options.address ?? '10.9.0.1', ...options.headers },
  })
  const received: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  const taken = new Set<ReceivedEvent>()
  socket.onAny((name: string, payload: unknown) => {
    received.push({ name, payload })
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    received,
    join: (channel, options = {}) =>
      socket.timeout(waitMs).emitWithAck('join-room', { room: `chat-${channel}`, ...options }),
    next(name, matches) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const found = received.find(
            (event) => event.name === name && !taken.has(event) && (!matches || matches(event.payload as never)),
          )
          if (!found) return
          taken.add(found)
          waiting.delete(check)
          clearTimeout(timer)
          resolve(found.payload as never)
        }
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`received no '${name}', but ${JSON.stringify(received).slice(0, 1000)}`))
        }, waitMs)
        waiting.add(check)
        check()
      })
    },
    texts() {
      return received.flatMap(({ name, payload }) => {
        if (name === 'chat-message') return [(payload as ChatMessage).message]
        if (name === 'messages') return (payload as { messages: ChatMessage[] }).messages.map(({ message }) => message)
        return []
      })
    },
    close: () => socket.disconnect(),
  }
}
