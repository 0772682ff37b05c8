import type { ChatMessage } from '@waggle/contract/chat/entities'
import { connectChat } from '../../../apps/server/src/testing/chat/chat-client.ts'

/**
 * A chat socket at every process, and when each message reached it. A message counts from its acknowledgement, so that what waits is only
 * the way between the processes.
 */
export async function listenToChat(urls: readonly string[], channel: string) {
  const acknowledgedMs = new Map<string, number>()
  const sockets = await Promise.all(
    urls.map(async (url) => {
      const arrivedMs = new Map<string, number>()
      let repeated = 0
      const client = await connectChat(url)
      client.socket.onAny((name: string, payload: unknown) => {
        for (const text of textsOf(name, payload)) {
          if (arrivedMs.has(text)) repeated += 1
          else arrivedMs.set(text, performance.now())
        }
      })
      await client.join(channel, { coalesce: true })
      return { client, arrivedMs, repeated: () => repeated }
    }),
  )

  return {
    acknowledge: (message: string) => void acknowledgedMs.set(message, performance.now()),
    /** The longest time, in milliseconds, from the acknowledgement of a message of this time to its arrival at the last socket. */
    longestWayMs(sinceMs: number, untilMs: number): number {
      let longest = 0
      for (const [message, atMs] of acknowledgedMs) {
        if (atMs < sinceMs || atMs > untilMs) continue
        for (const { arrivedMs } of sockets) longest = Math.max(longest, (arrivedMs.get(message) ?? Infinity) - atMs)
      }
      return Math.round(longest)
    },
    /** Messages acknowledged until then that a socket did not get, and those that it got twice. */
    problems(untilMs: number): string[] {
      const expected = [...acknowledgedMs].filter(([, atMs]) => atMs <= untilMs)
      return sockets.flatMap(({ client, arrivedMs, repeated }, index) => {
        const missing = expected.filter(([message]) => !arrivedMs.has(message)).length
        return [
          ...(missing > 0 ? [`${missing} messages did not reach the socket at process ${index + 1}`] : []),
          ...(repeated() > 0 ? [`${repeated()} messages reached the socket at process ${index + 1} twice`] : []),
          ...(client.socket.connected ? [] : [`the socket at process ${index + 1} was closed`]),
        ]
      })
    },
    close(): void {
      for (const { client } of sockets) client.close()
    },
  }
}

function textsOf(name: string, payload: unknown): string[] {
  if (name === 'chat-message') return [(payload as ChatMessage).message]
  if (name === 'messages') return (payload as { messages: ChatMessage[] }).messages.map(({ message }) => message)
  return []
}
