import { type PeriodicTask, startPeriodicTask } from '../lib/periodic-task.ts'
import type { SharedState } from './shared-state.ts'

const intervalMs = 2000

/**
 * Calls `read` every two seconds while messages of other processes are missed, and once more afterwards: it reads from the database what
 * they would have said (rule OPS-20).
 */
export function readMissedMessages(
  state: Pick<SharedState, 'isConnected'>,
  read: () => Promise<void> | void,
  onError: (error: unknown) => void = () => undefined,
): PeriodicTask {
  let wasConnected = true
  return startPeriodicTask(
    async () => {
      const isConnected = state.isConnected()
      if (isConnected && wasConnected) return
      await read()
      wasConnected = isConnected
    },
    { pauseMs: intervalMs, onError, isBackground: true },
  )
}
