/**
 * Has states written where the earlier ones make no difference any more: of those that come while a write has to wait for its turn,
 * only the newest is written, so that a database that is away for long owes nothing but that.
 */
export function latestOnly<State>(
  inTurn: (write: () => Promise<void>) => void,
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
    inTurn(async () => {
      waiting = undefined
      await write(next.state)
    })
  }
}
