import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { ClientEvents, JoinAnswer, ServerEvents } from '@waggle/contract/chat/socket-events'
import { io, type Socket } from 'socket.io-client'

/** An event as it arrived, in order. */
export interface Heard {
  name: string
  payload: unknown
}

/** A chat client that notes everything it hears. */
export interface ChatClient {
  socket: Socket<ServerEvents, ClientEvents>
  heard: Heard[]
  join(channel: string, options?: { token?: string; coalesce?: boolean; alerts?: boolean }): Promise<JoinAnswer>
  /** The next event of that name, or the first already heard and not yet taken, whose payload passes. */
  next<Name extends keyof ServerEvents>(
    name: Name,
    passes?: (payload: Parameters<ServerEvents[Name]>[0]) => boolean,
  ): Promise<Parameters<ServerEvents[Name]>[0]>
  /** Texts of the messages heard, batched or not. */
  texts(): string[]
  close(): void
}

/** A guard against hanging only. */
const waitMs = 50_000

/** Connects with the real client. `address` is where the connection seems to come from. */
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
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  const taken = new Set<Heard>()
  socket.onAny((name: string, payload: unknown) => {
    heard.push({ name, payload })
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    heard,
    join: (channel, joining = {}) =>
      socket.timeout(waitMs).emitWithAck('join-room', { room: `chat-${channel}`, ...joining }),
    next(name, passes) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.find(
            (event) => event.name === name && !taken.has(event) && (!passes || passes(event.payload as never)),
          )
          if (!found) return
          taken.add(found)
          waiting.delete(look)
          clearTimeout(timer)
          resolve(found.payload as never)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`no '${name}' came; heard ${JSON.stringify(heard).slice(0, 1000)}`))
        }, waitMs)
        waiting.add(look)
        look()
      })
    },
    texts() {
      return heard.flatMap(({ name, payload }) => {
        if (name === 'chat-message') return [(payload as ChatMessage).message]
        if (name === 'messages') return (payload as { messages: ChatMessage[] }).messages.map(({ message }) => message)
        return []
      })
    },
    close: () => socket.disconnect(),
  }
}
