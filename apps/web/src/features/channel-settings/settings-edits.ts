import type { OwnChannel } from '@waggle/contract/channels/endpoints'
import { createStore } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'

type Edits = Partial<OwnChannel>

const nothing: Edits = {}
const store = createStore<{ user: string; edits: Edits }>({ user: '', edits: nothing })

/** What the streamer has typed in the settings and not yet saved. The tab and the popover of the settings have the same. */
export function useSettingsEdits(user: string): Edits {
  return useStore(store, (state) => (state.user === user ? state.edits : nothing))
}

export function changeSettingsEdits(user: string, change: (edits: Edits) => Edits): void {
  const { user: before, edits } = store.getState()
  store.setState({ user, edits: change(before === user ? edits : nothing) })
}
