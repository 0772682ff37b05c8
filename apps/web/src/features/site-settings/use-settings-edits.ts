import type { SiteIdentity } from '@waggle/contract/site/settings'
import { createStore } from '../../lib/store/store.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSession } from '../../session/session.tsx'

type Edits = Partial<SiteIdentity>

const nothing: Edits = {}
interface Kept {
  user: string | null
  edits: Edits
}

const kept = createStore<Kept>({ user: null, edits: nothing })

/** What the user has edited and not saved. It waits while another part of the console, or another page, is shown; a reload forgets it. */
export function useSettingsEdits(): [edits: Edits, change: (change: (now: Edits) => Edits) => void] {
  const { user } = useSession()
  const editsOf = (state: Kept) => (state.user === user ? state.edits : nothing)
  const edits = useStore(kept, editsOf)
  return [edits, (change) => kept.setState({ user, edits: change(editsOf(kept.getState())) })]
}
