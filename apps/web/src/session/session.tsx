import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useStore } from '../lib/store/use-store.ts'
import { tokenKey } from './credentials.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/** Gives the session to the app and runs it as long as the app stands. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    const stop = store.start()
    const onStorage = ({ key }: StorageEvent) => {
      // The token is written and removed last: when it changes, both keys agree.
      if (key === null || key === tokenKey) store.storageChanged()
    }
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('storage', onStorage)
      stop()
    }
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSessionStore needs a SessionProvider above it')
  return store
}

export function useSession(): SessionState {
  return useStore(useSessionStore())
}
