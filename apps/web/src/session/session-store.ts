import { limits } from '@waggle/contract/limits'
import type { Api } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { createStore, type Store } from '../lib/store/store.ts'
import {
  type CredentialStorage,
  type Credentials,
  clearCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts'

/** Spec section 3, 'Auth state'. */
export interface SessionState {
  isAuthenticated: boolean
  user: string | null
  token: string | null
  loading: boolean
  error: string | null
}

export interface Timers {
  setTimeout(run: () => void, delayMs: number): number
  clearTimeout(id: number): void
  setInterval(run: () => void, intervalMs: number): number
  clearInterval(id: number): void
}

export interface SessionStore extends Store<SessionState> {
  /** Whose login this is. While a stored one is about to be restored it is that one already: a video does not wait for it. */
  credentials(): Credentials | undefined
  /** Restores a stored login after a moment and keeps verifying it. Returns what ends that. */
  start(): () => void
  loginStart(): void
  loginSuccess(credentials: Credentials): void
  loginFailure(error: string): void
  /** A login that the user gave up: nothing happened, nothing is wrong. */
  loginCancel(): void
  clearError(): void
  /** Ends the session here at once, and then on the server, whose answer does not matter. */
  logout(): void
  /** Ends the session when `error` says that the server no longer knows it; returns whether it did. */
  endIfRefused(error: unknown): boolean
  /** Another tab logged in or out. */
  storageChanged(): void
}

const loggedOut = { isAuthenticated: false, user: null, token: null, loading: false } as const

/** The states and transitions of spec section 4, free of any framework. */
export function createSessionStore({
  api,
  storage,
  timers,
}: {
  api: Api
  storage: CredentialStorage
  timers: Timers
}): SessionStore {
  const store = createStore<SessionState>({ ...loggedOut, loading: true, error: null })
  let interval: number | undefined
  let isRunning = false

  function enter({ user, token }: Credentials): void {
    store.setState({ isAuthenticated: true, user, token, loading: false, error: null })
    repeatVerification()
  }

  function leave(error: string | null = null): void {
    stopVerification()
    clearCredentials(storage)
    store.setState({ ...loggedOut, error })
  }

  /** Network errors and time-outs keep the user logged in; only a refusal of this very token logs out. */
  async function verify(): Promise<void> {
    const { token } = store.getState()
    if (token === null) return
    try {
      await api('verifySession', { token, timeoutMs: limits.tokenVerificationTimeoutMs })
    } catch (error) {
      const isStillThisLogin = isRunning && store.getState().token === token
      if (isStillThisLogin && error instanceof ApiError && error.isDefinitive) leave()
    }
  }

  function repeatVerification(): void {
    stopVerification()
    if (isRunning) interval = timers.setInterval(() => void verify(), limits.tokenVerificationIntervalMs)
  }

  function stopVerification(): void {
    if (interval !== undefined) timers.clearInterval(interval)
    interval = undefined
  }

  function restore(): void {
    if (store.getState().isAuthenticated) {
      repeatVerification()
      return
    }
    const stored = readCredentials(storage)
    if (!stored) {
      store.setState({ loading: false })
      return
    }
    enter(stored)
    void verify()
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    credentials() {
      const { user, token, loading } = store.getState()
      if (user !== null && token !== null) return { user, token }
      return loading ? readCredentials(storage) : undefined
    },
    start() {
      isRunning = true
      const timeout = timers.setTimeout(restore, limits.authInitialisationDelayMs)
      return () => {
        isRunning = false
        timers.clearTimeout(timeout)
        stopVerification()
      }
    },
    loginStart: () => store.setState({ loading: true, error: null }),
    loginSuccess(credentials) {
      writeCredentials(storage, credentials)
      enter(credentials)
    },
    loginFailure: (error) => leave(error),
    loginCancel: () => store.setState({ loading: false, error: null }),
    clearError: () => store.setState({ error: null }),
    logout() {
      const { token } = store.getState()
      leave()
      if (token !== null) api('signOut', { token }).catch(() => undefined)
    },
    endIfRefused(error) {
      const isRefused =
        error instanceof ApiError && (error.code === 'session_invalid' || error.code === 'authentication_required')
      if (isRefused) leave(error.message)
      return isRefused
    },
    storageChanged() {
      if (store.getState().loading) return
      const stored = readCredentials(storage)
      if (!stored) leave()
      else if (stored.token !== store.getState().token) enter(stored)
    },
  }
}
