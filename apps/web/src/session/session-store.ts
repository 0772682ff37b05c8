import type { Restriction } from '@waggle/contract/endpoints'
import { limits } from '@waggle/contract/limits'
import type { Api } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { ShownError } from '../lib/api/shown-error.ts'
import { createStore, type Store } from '../lib/store/store.ts'
import {
  type CredentialStorage,
  type Credentials,
  clearCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts'

/** Rule AUTH-9. */
export interface SessionState {
  isAuthenticated: boolean
  user: string | null
  token: string | null
  loading: boolean
  error: string | null
  /** The server refuses the token. The user stays, and the page asks for a signature (rule AUTH-20). */
  isExpired: boolean
  /** The user has put the signature off. What needs the session asks again. */
  isRenewalPutOff: boolean
  /** What the people who run the site keep the user from, as the server said last (rule OPERATE-15). */
  restrictions: readonly Restriction[]
}

/** Whoever is restricted sees soon that it is over. */
const restrictedVerificationIntervalMs = 60_000
const suspensionCodes: ReadonlySet<string> = new Set(['account_suspended', 'chat_suspended', 'account_silenced'])

export interface Timers {
  setTimeout(run: () => void, delayMs: number): number
  clearTimeout(id: number): void
  setInterval(run: () => void, intervalMs: number): number
  clearInterval(id: number): void
}

export interface SessionStore extends Store<SessionState> {
  /** The user and token, also before a stored session is restored: playback does not wait for that. Undefined once expired. */
  credentials(): Credentials | undefined
  /** Restores a stored session after a moment and keeps verifying it (rules AUTH-12, AUTH-13). Returns a function that stops it. */
  start(): () => void
  loginStart(): void
  loginSuccess(credentials: Credentials): void
  loginFailure(error: string): void
  /** The user abandoned the sign-in: the state is as before, without an error. */
  loginCancel(): void
  clearError(): void
  /** Ends the session here at once, then on the server, whose answer is ignored (rule AUTH-15). */
  logout(): void
  /** Marks the session as expired if `error` is the server's refusal of it. A sign-in of the same user renews it. Of a suspension it reads the rest. */
  expireIfRefused(error: unknown): void
  /** Closes the question for a signature. The session stays expired, and the user's name stays. */
  putOffRenewal(): void
  /** Asks for the signature again, if the session is expired. */
  askForRenewal(): void
  /** Asks the server now whether it accepts the token. An answer other than a definite refusal changes nothing. */
  verify(): Promise<void>
  /** Call when another tab has changed the stored session. */
  storageChanged(): void
}

const renewed = { isExpired: false, isRenewalPutOff: false } as const
const unrestricted: readonly Restriction[] = []
const loggedOut = {
  ...{ isAuthenticated: false, user: null, token: null, loading: false, restrictions: unrestricted },
  ...renewed,
} as const

/** The states of the session and their transitions (rule AUTH-10), without a framework. */
export function createSessionStore({
  api,
  storage,
  timers,
  onLoggedOut,
}: {
  api: Api
  /** Called when the server knows that the session has ended, or cannot be reached. */
  onLoggedOut?: () => void
  storage: CredentialStorage
  timers: Timers
}): SessionStore {
  const store = createStore<SessionState>({ ...loggedOut, loading: true, error: null })
  let interval: number | undefined
  let isRunning = false

  function enter({ user, token }: Credentials): void {
    const { restrictions, user: before } = store.getState()
    const known = { restrictions: user === before ? restrictions : unrestricted }
    store.setState({ isAuthenticated: true, user, token, loading: false, error: null, ...renewed, ...known })
    repeatVerification()
  }

  function leave(error: string | null = null): void {
    stopVerification()
    clearCredentials(storage)
    store.setState({ ...loggedOut, error })
  }

  /** User and token stay, also in the storage: after a reload the page asks again. */
  function expire(): void {
    if (!store.getState().isAuthenticated) return
    stopVerification()
    store.setState({ isExpired: true, isRenewalPutOff: false })
  }

  /** Only a definite refusal of this token ends the session, no network error or timeout (rule AUTH-14). */
  async function verify(): Promise<void> {
    const { token } = store.getState()
    if (token === null) return
    try {
      const { restrictions } = await api('verifySession', { token, timeoutMs: limits.tokenVerificationTimeoutMs })
      // A process of an older version does not speak of them.
      if (store.getState().token === token) takeRestrictions(restrictions ?? unrestricted)
    } catch (error) {
      const isStillThisLogin = isRunning && store.getState().token === token && !store.getState().isExpired
      if (isStillThisLogin && error instanceof ApiError && error.isDefinitive) expire()
    }
  }

  function takeRestrictions(restrictions: readonly Restriction[]): void {
    if (JSON.stringify(restrictions) === JSON.stringify(store.getState().restrictions)) return
    store.setState({ restrictions })
    repeatVerification()
  }

  function repeatVerification(): void {
    stopVerification()
    const isRestricted = store.getState().restrictions.length > 0
    const everyMs = isRestricted ? restrictedVerificationIntervalMs : limits.tokenVerificationIntervalMs
    if (isRunning) interval = timers.setInterval(() => void verify(), everyMs)
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
      const { user, token, loading, isExpired } = store.getState()
      if (isExpired) return undefined
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
      if (token === null) return
      api('signOut', { token, keepalive: true })
        .catch(() => undefined)
        .then(() => onLoggedOut?.())
    },
    expireIfRefused(error) {
      if (isSessionRefusal(error)) expire()
      else if (isSuspension(error)) void verify()
    },
    putOffRenewal: () => store.setState({ isRenewalPutOff: true }),
    askForRenewal: () => store.setState({ isRenewalPutOff: false }),
    verify,
    storageChanged() {
      if (store.getState().loading) return
      const stored = readCredentials(storage)
      if (!stored) leave()
      else if (stored.token !== store.getState().token) enter(stored)
    },
  }
}

/** Whether the server refused a call because of what the people who run the site have decided. */
function isSuspension(error: unknown): boolean {
  if (error instanceof ShownError) return isSuspension(error.cause)
  return error instanceof ApiError && suspensionCodes.has(error.code ?? '')
}

/** Whether the server refused a call because of its session. */
export function isSessionRefusal(error: unknown): boolean {
  if (error instanceof ShownError) return isSessionRefusal(error.cause)
  return error instanceof ApiError && (error.code === 'session_invalid' || error.code === 'authentication_required')
}
