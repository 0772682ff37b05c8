/** A task that repeats until it is closed. */
export interface PeriodicTask {
  /** Stops repeating, and waits for the run in progress. */
  close(): Promise<void>
}

/** Runs the task repeatedly: first after `pauseMs`, then each time `pauseMs` after the previous run has ended, even if it failed. */
export function startPeriodicTask(
  run: () => Promise<void>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): PeriodicTask {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      running = run().catch(onError).then(schedule)
    }, pauseMs)
  }
  schedule()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
