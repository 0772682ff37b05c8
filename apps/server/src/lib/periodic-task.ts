/** What is done again and again until it is closed. */
export interface Rounds {
  /** Waits for the round that is under way. */
  close(): Promise<void>
}

/** Begins a round `pauseMs` after the former one has ended, however it ended. */
export function startPeriodicTask(
  round: () => Promise<void>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): Rounds {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function schedule(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      underWay = round().catch(onError).then(schedule)
    }, pauseMs)
  }
  schedule()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await underWay
    },
  }
}
