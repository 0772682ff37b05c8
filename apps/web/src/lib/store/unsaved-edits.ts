import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

interface UnsavedEdits<Settings> {
  /** Those of the user; empty where somebody else made them. */
  useEdits(user: string): Partial<Settings>
  changeEdits(user: string, change: (now: Partial<Settings>) => Partial<Settings>): void
}

/** What a user has typed in a form and not yet saved. It waits while something else is shown; a reload forgets it. */
export function createUnsavedEdits<Settings extends object>(): UnsavedEdits<Settings> {
  const nothing: Partial<Settings> = {}
  const store = createStore({ user: '', edits: nothing })
  const editsOf = (user: string) => (state: { user: string; edits: Partial<Settings> }) =>
    state.user === user ? state.edits : nothing
  return {
    useEdits: (user) => useStore(store, editsOf(user)),
    changeEdits: (user, change) => store.setState({ user, edits: change(editsOf(user)(store.getState())) }),
  }
}
