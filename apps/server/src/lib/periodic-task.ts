/** A task that repeats until it is closed. */
export interface PeriodicTask {
  /** Stops repeating, and waits for the run in progress. */
  close(): Promise<void>
}

/** Runs the task repeatedly: first after `pauseMs`, then each time `pauseMs` after the previous run has ended, even if it failed. */
export function startPeriodicTask(
  run: () => void | Promise<void>,
  options: {
    /** A function is asked before each pause, for a task that keeps to the clock. */
    pauseMs: number | (() => number)
    onError: (error: unknown) => void
    /** True for housekeeping that must not keep the process alive. */
    isBackground?: boolean
  },
): PeriodicTask {
  const { pauseMs, onError, isBackground = false } = options
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(
      () => {
        running = (async () => run())().catch(onError).then(schedule)
      },
      typeof pauseMs === 'function' ? pauseMs() : pauseMs,
    )
    if (isBackground) timer.unref()
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
