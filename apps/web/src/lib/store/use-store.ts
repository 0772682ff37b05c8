import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Reads a store in a component. `select` must return a stable value for an unchanged state. */
export function useStore<State, Selected = State>(
  store: Store<State>,
  select: (state: State) => Selected = (state) => state as unknown as Selected,
): Selected {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}
