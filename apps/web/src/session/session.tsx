import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { useStore } from '../lib/store/use-store.ts'
import { tokenKey } from './credentials.ts'
import { createLoginRequests, type LoginRequests } from './login-requests.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)
const LoginRequestsContext = createContext<LoginRequests | null>(null)

/** Provides the session to the app, and runs it while the app is mounted. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const loginRequests = useMemo(() => createLoginRequests(store), [store])
  useEffect(() => loginRequests.start(), [loginRequests])
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
  return (
    <SessionContext value={store}>
      <LoginRequestsContext value={loginRequests}>{children}</LoginRequestsContext>
    </SessionContext>
  )
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSessionStore needs a SessionProvider above it')
  return store
}

export function useSession(): SessionState {
  return useStore(useSessionStore())
}

/** Who is signed in, or will be once the stored session is restored. */
export function useKnownUser(): string | undefined {
  const store = useSessionStore()
  const { user } = useStore(store)
  return user ?? store.credentials()?.user
}

/** Whether a channel is the user's own. Known before a stored session is restored, so that no button comes first and goes. */
export function useIsOwn(channel: string): boolean {
  return useKnownUser() === channel
}

/** For what needs a login: `useLoginRequests().ask({ onLoggedIn })`. Overlays and pages in frames of other sites show no dialog. */
export function useLoginRequests(): LoginRequests {
  const requests = useContext(LoginRequestsContext)
  if (!requests) throw new Error('useLoginRequests needs a SessionProvider above it')
  return requests
}
