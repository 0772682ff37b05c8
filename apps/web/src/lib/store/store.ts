/** A value with subscribers: the part of every store that needs no framework. */
export interface Store<State> {
  getState(): State
  subscribe(listener: () => void): () => void
}

export interface WritableStore<State> extends Store<State> {
  setState(change: Partial<State>): void
}

export function createStore<State extends object>(initial: State): WritableStore<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setState(change) {
      const isSame = (Object.keys(change) as (keyof State)[]).every((key) => Object.is(state[key], change[key]))
      if (isSame) return
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
  }
}
