import { limits } from '@waggle/contract/limits'
import { evidenceIdPattern } from '@waggle/contract/names'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { loadScript } from '../../../lib/browser/load-script.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import type { PlaceInLine } from './waiting-line.ts'

export interface HlsTokenSource {
  /** The newest token; undefined before the first has arrived. */
  current(): string | undefined
  /**
   * Fetches the first token. While the server limits how many tokens an address may request, waits as long as the server says and
   * tries again. Throws any other failure as the API threw it.
   */
  obtain(): Promise<void>
  /** Requests a new token now, because the server refused the current one. Never throws: on failure `current` stays. */
  replace(): Promise<void>
  /** The last request for a token was refused because too many were requested from this address. */
  isRateLimited(): boolean
  /** Resolves when the next token has arrived. */
  renewal(): Promise<void>
  /** Refreshes now if the scheduled refresh was missed, as happens while the machine sleeps. */
  refreshIfDue(): void
  /** Tells the server that the viewer stops watching; fetching another key makes them a viewer again. */
  leave(): void
  /** Stops refreshing and leaves. */
  close(): void
}

export interface ViewerSession {
  user: string
  token: string
}

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const retryAfterMs = 15_000
/** For a refusal that does not say when to try again, as a proxy's may be. */
const defaultRateLimitSeconds = 2
/** Spreads the retries of viewers who were refused together. */
const rateLimitJitterMs = 1000
/** Keeps the schedule from becoming a busy loop when the clock is wrong by about a token's lifetime. */
const minDelayMs = 4000
/** Short, because a key request may be waiting for the new token. */
const renewalTimeoutMs = 5000

/**
 * Keeps a token for one stream valid. It is refreshed 5 minutes before it expires, or after half of its life if it lives for less than
 * 10 minutes. When the refresh fails, a new token is requested.
 */
export function createHlsTokenSource({
  api,
  streamId,
  session = () => undefined,
  signal,
  isPreview = false,
  now = Date.now,
  serverNow = siteClock.now,
  storage = isPreview || evidenceIdPattern.test(streamId) ? undefined : tabStorage(),
  onPlace = () => undefined,
}: {
  api: Api
  streamId: string
  /** The login, if any: a streamer who watches their own broadcast is not counted as a viewer. */
  session?: (() => ViewerSession | undefined) | undefined
  signal: AbortSignal
  /** The token does not count as a viewer. It is not stored, so that whoever then watches the stream does count. Nor is one of evidence, which needs rights that end. */
  isPreview?: boolean
  now?: () => number
  serverNow?: () => number
  storage?: TokenStorage | undefined
  /** Told of the place while a new viewer waits in line, and of null afterwards. */
  onPlace?: (place: PlaceInLine | null) => void
}): HlsTokenSource {
  let token: string | undefined
  /** The user that the token was issued to; empty for an anonymous viewer. */
  let tokenUser = ''
  let refreshAtMs = Number.POSITIVE_INFINITY
  let expiresAtMs = 0
  /** No new token is requested before this time, because the server answered with retry-after. */
  let retryNotBeforeMs = 0
  let isRateLimited = false
  let renewed = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let replacing: Promise<void> | undefined

  function accept(answer: { token: string; expiresAt: number }, user: string): void {
    if (signal.aborted) return
    isRateLimited = false
    token = answer.token
    tokenUser = user
    try {
      storage?.setItem(storageKey(user), answer.token)
    } catch {
      // The storage is full: after a reload the server sees a different viewer.
    }
    // The clock of the device, which also counts while it sleeps, may be off; only spans of it count (T26).
    const leftMs = answer.expiresAt - serverNow()
    // An impossible lifetime means that the server's time is not known; the token is as good as any.
    const lifeMs = leftMs > 0 && leftMs < limits.hlsTokenLifeMs ? leftMs : limits.hlsTokenLifeMs
    expiresAtMs = now() + lifeMs
    refreshAtMs = expiresAtMs - Math.min(limits.hlsTokenRefreshBeforeExpiryMs, lifeMs / 2)
    schedule(refreshAtMs - now())
    renewed.resolve()
    renewed = Promise.withResolvers()
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), Math.max(delayMs, minDelayMs))
  }

  async function obtain(timeoutMs?: number): Promise<void> {
    const login = session()
    const user = login?.user ?? ''
    if (token === undefined && (await resume(user))) return
    const options = { signal, ...(login && { token: login.token }), ...(timeoutMs && { timeoutMs }) }
    accept(
      await api('createHlsToken', { params: { streamId }, query: isPreview ? { preview: 'true' } : {}, ...options }),
      user,
    )
  }

  async function obtainFirst(): Promise<void> {
    for (;;) {
      try {
        await obtain()
        return
      } catch (error) {
        if (isRefusedForNow(error) && !isPreview) return wait()
        isRateLimited = isRateLimit(error)
        if (!isRateLimit(error)) throw error
        await waitForTurn(error.retryAfterSeconds ?? defaultRateLimitSeconds)
        signal.throwIfAborted()
      }
    }
  }

  async function wait(): Promise<void> {
    // Few viewers need it.
    const { waitInLine } = await loadScript(() => import('./waiting-line.ts'))
    const login = session()
    const pause = () => waitForTurn(askAgainSeconds)
    accept(
      await waitInLine({ api, streamId, sessionToken: login?.token, signal, storage, onPlace, pause }),
      login?.user ?? '',
    )
  }

  /** One key per user: the token states whether its user owns the broadcast, and a refresh does not change that. */
  function storageKey(user: string): string {
    return `hls-token ${streamId} ${user}`
  }

  /** Continues with the token from before a reload of the page, so that the viewer stays the same one. */
  async function resume(user: string): Promise<boolean> {
    const stored = storage?.getItem(storageKey(user))
    if (!stored) return false
    try {
      accept(await api('refreshHlsToken', { body: { token: stored }, signal }), user)
      return true
    } catch (error) {
      if (isRateLimit(error)) throw error
      storage?.removeItem(storageKey(user))
      return false
    }
  }

  async function refresh(): Promise<void> {
    try {
      const hasUserChanged = tokenUser !== (session()?.user ?? '')
      if (token === undefined || hasUserChanged) await obtain(renewalTimeoutMs)
      else accept(await api('refreshHlsToken', { body: { token }, signal, timeoutMs: renewalTimeoutMs }), tokenUser)
    } catch {
      const before = token
      await replace()
      if (signal.aborted || token !== before) return
      // Retry while the old token is still valid; once it has expired, a refused key requests a new one.
      const leftMs = expiresAtMs - now()
      schedule(leftMs > 0 ? Math.min(leftMs / 2, retryAfterMs) : retryAfterMs)
    }
  }

  async function replace(): Promise<void> {
    if (now() < retryNotBeforeMs) return
    replacing ??= obtain(renewalTimeoutMs)
      .catch((error: unknown) => {
        isRateLimited = isRateLimit(error)
        if (error instanceof ApiError) retryNotBeforeMs = now() + (error.retryAfterSeconds ?? 0) * 1000
      })
      .finally(() => {
        replacing = undefined
      })
    await replacing
  }

  /** The answer does not matter: without this call the server notices a little later. */
  function leave(): void {
    if (token !== undefined) api('leaveStream', { body: { token }, keepalive: true }).catch(() => undefined)
  }

  return {
    current: () => token,
    obtain: obtainFirst,
    replace,
    isRateLimited: () => isRateLimited,
    renewal: () => renewed.promise,
    refreshIfDue() {
      if (now() < refreshAtMs) return
      refreshAtMs = Number.POSITIVE_INFINITY
      void refresh()
    },
    leave,
    close() {
      clearTimeout(timer)
      leave()
    },
  }
}

/** How often a viewer in line asks. A place is kept for half a minute. */
const askAgainSeconds = 5

function isRefusedForNow(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'viewers_wait'
}

function isRateLimit(error: unknown): error is ApiError {
  // A share that is used up comes back with another day.
  return error instanceof ApiError && error.status === 429 && error.code !== 'address_share_used'
}

function waitForTurn(seconds: number): Promise<void> {
  const ms = seconds * 1000 + Math.random() * rateLimitJitterMs
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Survives reloads of this tab; undefined where the browser forbids storage. */
function tabStorage(): TokenStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
