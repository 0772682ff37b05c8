/** An attempt that waits for its time, and can be made sooner. There is one at a time: a new one takes the place of the old one. */
export interface PendingRetry {
  isWaiting(): boolean
  schedule(afterMs: number, act: () => void): void
  /** Makes the attempt that waits, if there is one. */
  runNow(): void
  cancel(): void
}

export function createPendingRetry(): PendingRetry {
  let waiting: { timer: ReturnType<typeof setTimeout>; act: () => void } | undefined

  function cancel(): void {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }

  function runNow(): void {
    const act = waiting?.act
    cancel()
    act?.()
  }

  return {
    isWaiting: () => waiting !== undefined,
    schedule(afterMs, act) {
      cancel()
      waiting = { timer: setTimeout(runNow, afterMs), act }
    },
    runNow,
    cancel,
  }
}
