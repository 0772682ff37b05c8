import type { MoqBroadcast } from '@waggle/media/moq/broadcast/moq-broadcast'
import type { Viewer } from '@waggle/media/moq/viewer/viewer'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { MediaContext } from '../context.ts'
import { connectMoq } from './connect-moq.ts'

const checkIntervalMs = 1_000
const longestPauseMs = 30_000
const normalClose = 1000

/** Publishes a broadcast to a relay, which asks for the tracks that somebody watches there. Connects again when the connection is lost. */
export function publishToRelay(
  { log, config: { moqRelay } }: MediaContext,
  broadcast: MoqBroadcast,
  streamId: string,
): { close(): void } | undefined {
  if (moqRelay === undefined) return undefined
  const address = moqRelay.publishUrl.replace(/^http/, 'ws')
  let connection: Viewer | undefined
  let isClosed = false
  let failures = 0
  let nextTryAtMs = 0

  async function connect(): Promise<void> {
    try {
      await connectMoq(address, [], ({ transport }) => {
        const opened = broadcast.audience.publish(transport, (violation) => {
          connection = undefined
          if (violation !== undefined) log.warn({ violation, streamId }, 'real time: the relay was disconnected')
        })
        connection = opened
        failures = 0
        if (isClosed) opened.close(normalClose, 'the broadcast has ended')
        return {
          receive: (message) => opened.receive(message),
          drained: () => opened.send(),
          disconnected: () => opened.disconnected(),
        }
      })
    } catch (error) {
      failures += 1
      // The address has a token.
      const reason = (error as Error).message.replaceAll(address, 'the relay')
      log.warn({ reason, streamId }, 'real time: the relay is not reached')
    }
  }

  const checks = startPeriodicTask(
    async () => {
      connection?.check()
      const nowMs = performance.now()
      if (connection !== undefined || nowMs < nextTryAtMs) return
      nextTryAtMs = nowMs + Math.min(longestPauseMs, checkIntervalMs * 2 ** failures)
      await connect()
    },
    {
      pauseMs: checkIntervalMs,
      onError: (error) => log.warn({ error, streamId }, 'real time: could not publish to the relay'),
    },
  )

  return {
    /** The connection itself is ended with the broadcast. */
    close() {
      isClosed = true
      void checks.close()
    },
  }
}
