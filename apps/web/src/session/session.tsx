import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useStore } from '../lib/store/use-store.ts'
import { tokenKey } from './credentials.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/** Provides the session to the app, and runs it while the app is mounted. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    const stop = store.start()
    const onStorage = ({ key }: StorageEvent) => {
      // The token is the last of the two keys to be written or removed: when it changes, both are up to date.
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
