import { createStore, type Store } from '../lib/store/store.ts'
import type { Credentials } from './credentials.ts'
import type { SessionStore } from './session-store.ts'

/** Something that needs a login: the page asks for it in place and then continues (rule AUTH-23). */
export interface LoginRequest {
  /** What the user wanted, such as 'Log in to follow alice'. The dialog shows it. Absent where the login itself is wanted. */
  reason?: string
  /**
   * Continues with what the user wanted, once. Components have not rendered with the new session yet: what the call needs of it is in
   * `credentials`.
   */
  onLoggedIn?: (credentials: Credentials) => void
}

export interface LoginRequests extends Store<{ request: LoginRequest | null }> {
  /** Continues at once when a user is logged in, otherwise opens the login dialog over the page. */
  ask(request: LoginRequest): void
  /** The user closed the dialog: nothing continues. */
  dismiss(): void
  /** Waits for logins, in this tab or another. Returns a function that stops it. */
  start(): () => void
}

/** At most one login is asked for at a time. */
export function createLoginRequests(session: Pick<SessionStore, 'getState' | 'subscribe'>): LoginRequests {
  const store = createStore<{ request: LoginRequest | null }>({ request: null })

  function settle(): void {
    const { request } = store.getState()
    const { user, token } = session.getState()
    if (!request || user === null || token === null) return
    store.setState({ request: null })
    request.onLoggedIn?.({ user, token })
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ask(request) {
      store.setState({ request })
      settle()
    },
    dismiss: () => store.setState({ request: null }),
    start: () => session.subscribe(settle),
  }
}
