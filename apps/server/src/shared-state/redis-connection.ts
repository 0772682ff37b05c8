import { Redis } from 'ioredis'
import { startPeriodicTask } from '../lib/periodic-task.ts'

/** Redis answers within a millisecond. One that needs longer than this counts as away, so that nobody waits for it. */
const answerWithinMs = 1000
const checkIntervalMs = 1000

export interface RedisConnection {
  /** For libraries that send commands by themselves; within `use` only. */
  client: Redis
  /** Runs the commands; `standIn` instead while Redis is away, or when they fail. */
  use<Value>(commands: (redis: Redis) => Promise<Value>, standIn: () => Promise<Value>): Promise<Value>
  subscribe(channel: string): Promise<void>
  /** False while messages are being missed. */
  isConnected(): boolean
  onDisconnected(listener: () => void): void
  /** Rejects while Redis is away. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Two connections, one of them for messages. A lost one is reported to `onError` and opened again indefinitely; one that is open and
 * silent is found by asking every second. Rejects where Redis cannot be reached at first.
 */
export async function connectRedis(
  url: string,
  { onMessage, onError }: { onMessage: (channel: string, text: string) => void; onError: (error: Error) => void },
): Promise<RedisConnection> {
  const options = { lazyConnect: true, connectTimeout: 5000, commandTimeout: answerWithinMs }
  // What cannot be sent now is not kept: the stand-in answers.
  const commands = new Redis(url, { ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const subscriber = new Redis(url, options)
  let isSilent = false
  let lastError: string | undefined
  commands.on('error', (error) => {
    lastError = error.message
    onError(error)
  })
  commands.on('ready', () => (lastError = undefined))
  subscriber.on('error', onError)
  subscriber.on('message', onMessage)
  await Promise.all([commands.connect(), subscriber.connect()])

  const isUsable = () => commands.status === 'ready' && !isSilent

  async function check(): Promise<void> {
    if (commands.status === 'ready') {
      isSilent = await commands.ping().then(
        () => false,
        () => true,
      )
    }
    // A new connection also finds a Redis that has moved, and subscribes again.
    if (subscriber.status === 'ready') await subscriber.ping().catch(() => subscriber.disconnect(true))
  }
  const checking = startPeriodicTask(check, { pauseMs: checkIntervalMs, onError: () => undefined, isBackground: true })

  return {
    client: commands,
    async use(send, standIn) {
      if (!isUsable()) return standIn()
      try {
        return await send(commands)
      } catch (error) {
        // An answer that is an error is a fault of ours, and not hidden.
        if (error instanceof Error && error.name === 'ReplyError') throw error
        isSilent = true
        return standIn()
      }
    },
    async subscribe(channel) {
      await subscriber.subscribe(channel)
    },
    isConnected: () => subscriber.status === 'ready' && isUsable(),
    onDisconnected(listener) {
      subscriber.on('close', listener)
    },
    async ping() {
      // The library would speak of its own options.
      if (commands.status !== 'ready') throw new Error(lastError ?? 'the connection was lost')
      await commands.ping()
    },
    async close() {
      await checking.close()
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}
