import type { ChatMessage } from '@waggle/contract/chat/entities'
import { openRawSocket, type RawSocket } from './raw-socket.ts'
import type { Target } from './target.ts'

/** Many sockets that count every message they receive. */
export interface Audience {
  /** Sockets that are in the room. */
  size: number
  /** Why the others are not; only where `mayFail` is set. */
  refusals: string[]
  joinMs: number
  /** Starts to count; resolves when every open socket has received `messages`, or nothing has arrived for half a minute. */
  count(messages: number): Promise<Delivery>
  /** The counts since counting began. */
  counts(): Omit<Delivery, 'lost'>
  /** Stops reading, and so answering, on `count` sockets, which are excluded from all counts from then on. */
  stall(count: number): void
  close(): void
}

export interface Delivery {
  /** Messages that arrived twice or out of order. */
  wrong: number
  /** Messages that did not arrive at sockets that stayed open. */
  lost: number
  /** Sockets that were closed: the site's page would reconnect and fill the gap from the history. */
  closed: number
  delivered: number
  latenciesMs: number[]
}

interface Listener {
  isOpen: boolean
  count: number
  lastId: string
}

const atOnce = 100
/** A starved machine is slow; only a message that never arrives is lost. */
const silenceMs = 30_000

/** Opens sockets in a room of our chat, or at the bare server. */
export async function openAudience(
  kind: 'chat' | 'bare',
  target: Target,
  size: number,
  { channel = 'bench', network = 10, mayFail = false } = {},
): Promise<Audience> {
  const sockets: RawSocket[] = []
  const listeners: Listener[] = []
  const refusals: string[] = []
  // Every socket receives the same bytes, which are parsed once.
  const parsed = new Map<string, { id: string; timestamp: number }[]>()
  let wrong = 0
  let delivered = 0
  let latenciesMs: number[] = []

  function onMessages(listener: Listener, text: string): void {
    let messages = parsed.get(text)
    if (!messages) {
      if (parsed.size > 2000) parsed.clear()
      messages = messagesIn(text)
      parsed.set(text, messages)
    }
    if (messages.length === 0) return
    const nowMs = performance.timeOrigin + performance.now()
    for (const { id, timestamp } of messages) {
      if (id <= listener.lastId) wrong += 1
      listener.lastId = id
      listener.count += 1
      delivered += 1
      if ((delivered & 15) === 0) latenciesMs.push(nowMs - timestamp)
    }
  }

  function openOne(n: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const listener: Listener = { isOpen: true, count: 0, lastId: '' }
      const address = `${network}.${(n >> 12) & 255}.${(n >> 4) & 255}.${n & 15}`
      const path = kind === 'chat' ? '/socket.io/?EIO=4&transport=websocket' : '/'
      const onEnd = (error: Error) => {
        listener.isOpen = false
        reject(error)
      }
      const enter = (socket: RawSocket) => {
        sockets.push(socket)
        listeners.push(listener)
        resolve()
      }
      openRawSocket(
        // Only a server on this machine believes it.
        { ...target, path, ...(target.host === '127.0.0.1' && { address }) },
        (text, socket) => {
          if (text.startsWith('42')) onMessages(listener, text)
          else if (text === '2') socket.send('3')
          else if (text.startsWith('0')) socket.send('40')
          else if (text.startsWith('40')) socket.send(`420["join-room",{"room":"chat-${channel}","coalesce":true}]`)
          else if (text.startsWith('430[{"ok":true')) enter(socket)
          else if (text === 'hello') enter(socket)
        },
        onEnd,
      )
    })
  }

  const startMs = performance.now()
  let next = 0
  const openSome = async () => {
    while (next < size) {
      next += 1
      await openOne(next).catch((error: Error) => {
        if (!mayFail) throw error
        refusals.push(error.message)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, openSome))
  const joinMs = performance.now() - startMs

  return {
    size: listeners.length,
    refusals,
    joinMs,
    async count(messages) {
      wrong = 0
      delivered = 0
      latenciesMs = []
      for (const listener of listeners) listener.count = 0
      let deliveredBefore = 0
      let untilMs = performance.now() + silenceMs
      const isWaiting = (listener: Listener) => listener.isOpen && listener.count < messages
      while (listeners.some(isWaiting) && performance.now() < untilMs) {
        if (delivered > deliveredBefore) untilMs = performance.now() + silenceMs
        deliveredBefore = delivered
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const open = listeners.filter((listener) => listener.isOpen)
      const lost = open.reduce((sum, { count }) => sum + Math.max(messages - count, 0), 0)
      return { wrong, lost, closed: listeners.length - open.length, delivered, latenciesMs }
    },
    counts: () => ({ wrong, closed: listeners.filter(({ isOpen }) => !isOpen).length, delivered, latenciesMs }),
    stall(count) {
      for (const socket of sockets.splice(0, count)) socket.stall()
      listeners.splice(0, count)
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

function messagesIn(text: string): { id: string; timestamp: number }[] {
  const [name, payload] = JSON.parse(text.slice(2)) as [string, { messages: ChatMessage[] }]
  if (name !== 'messages') return []
  // The text may contain the time of the call, which is before the message's timestamp.
  return payload.messages.map(({ id, timestamp, message }) => ({
    id,
    timestamp: Number(/^sent at (\d+\.\d+)$/.exec(message)?.[1] ?? timestamp),
  }))
}
