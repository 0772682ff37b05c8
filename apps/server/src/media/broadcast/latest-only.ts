/**
 * For states of which only the newest matters. While a write waits in the queue, newer states replace its state: however long the
 * database is away, this holds at most one pending write.
 */
export function latestOnly<State>(
  enqueue: (write: () => Promise<void>) => void,
  write: (state: State) => Promise<void>,
): (state: State) => void {
  let waiting: { state: State } | undefined
  return (state) => {
    if (waiting !== undefined) {
      waiting.state = state
      return
    }
    const next = { state }
    waiting = next
    enqueue(async () => {
      waiting = undefined
      await write(next.state)
    })
  }
}
