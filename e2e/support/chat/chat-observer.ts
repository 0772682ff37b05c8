import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { ClientEvents, ServerEvents } from '@waggle/contract/chat/socket-events'
import { io, type Socket } from 'socket.io-client'

/** A reader that works like the chat panel: joins, fills gaps from the history, drops duplicates and keeps messages sorted. */
export interface ChatObserver {
  /** Ids in the order in which a viewer would see the messages. */
  ids(): string[]
  isConnected(): boolean
  close(): void
}

export function observeChat(
  url: string,
  channel: string,
  options: { coalesce: boolean; address: string },
): ChatObserver {
  const seen = new Set<string>()
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    extraHeaders: { 'x-forwarded-for': options.address },
  })
  let isFilled = false

  /** Loads everything after the last message before the gap: live messages that arrive meanwhile are newer than the missing ones. */
  async function fill(lastSeen: string | undefined): Promise<void> {
    let last = lastSeen
    for (;;) {
      const response = await fetch(`${url}/api/chat/messages/${channel}?limit=100${last ? `&after=${last}` : ''}`)
      const page = (await response.json()) as { messages: ChatMessage[]; hasMore: boolean }
      for (const { id } of page.messages) seen.add(id)
      if (!page.hasMore || !last) break
      last = page.messages.at(-1)?.id
    }
    isFilled = true
  }

  socket.on('connect', () => {
    isFilled = false
    const lastSeen = [...seen].sort().at(-1)
    // Join first, then fill: messages sent in between arrive both ways, and none is missed.
    const joining = socket
      .timeout(10_000)
      .emitWithAck('join-room', { room: `chat-${channel}`, coalesce: options.coalesce })
    joining
      .then(() => fill(lastSeen))
      .catch(() => {
        // The server was killed again; the next connection starts over.
      })
  })
  socket.on('disconnect', () => {
    isFilled = false
  })
  socket.on('messages', ({ messages }) => {
    for (const { id } of messages) seen.add(id)
  })
  socket.on('chat-message', ({ id }) => void seen.add(id))

  return {
    ids: () => [...seen].sort(),
    isConnected: () => socket.connected && isFilled,
    close: () => socket.disconnect(),
  }
}
