import { limits } from '@waggle/contract/limits'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'

export interface HlsTokenSource {
  /** The newest token; undefined before the first has come. */
  current(): string | undefined
  /** Fetches the first token; throws what the API threw. */
  obtain(): Promise<void>
  /** Replaces the token now, because the server refused it. Never throws: where that fails, `current` stays. */
  replace(): Promise<void>
  /** Resolves when the next token has come. */
  renewal(): Promise<void>
  /** Timers have slept: refreshes now if the token has expired or should have been refreshed. */
  wake(): void
  /** Says that the viewer stops watching; fetching another key takes it back. */
  leave(): void
  /** Stops refreshing, and leaves. */
  close(): void
}

export interface ViewerSession {
  user: string
  token: string
}

type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const retryAfterMs = 15_000
/** A clock that is wrong by just the token's life must not turn the schedule into a loop. */
const leastDelayMs = 4000
/** A key that waits for another token must not wait long for an answer that does not come. */
const renewedWithinMs = 5000

/**
 * Keeps a token for one stream alive: refreshed 5 minutes before it expires, or at half of a life shorter than twice that, and fetched
 * anew where that fails.
 */
export function createHlsTokenSource({
  api,
  streamId,
  session = () => undefined,
  signal,
  now = Date.now,
  storage = tabStorage(),
}: {
  api: Api
  streamId: string
  /** The login, if there is one: its owner's view of the own broadcast does not count. */
  session?: (() => ViewerSession | undefined) | undefined
  signal: AbortSignal
  now?: () => number
  storage?: TokenStorage | undefined
}): HlsTokenSource {
  let token: string | undefined
  /** Whom the token was given to; the empty string is nobody. */
  let holder = ''
  let refreshAtMs = Number.POSITIVE_INFINITY
  let expiresAtMs = 0
  /** The server has asked for peace until then. */
  let restUntilMs = 0
  let renewed = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let replacing: Promise<void> | undefined

  function accept(answer: { token: string; expiresAt: number }, user: string): void {
    if (signal.aborted) return
    token = answer.token
    holder = user
    try {
      storage?.setItem(storageKey(user), answer.token)
    } catch {
      // The storage is full: after a reload it will be another viewer.
    }
    const leftMs = answer.expiresAt - now()
    // What cannot be is a matter of different clocks, and says nothing about the token.
    const lifeMs = leftMs > 0 && leftMs < limits.hlsTokenLifeMs ? leftMs : limits.hlsTokenLifeMs
    expiresAtMs = now() + lifeMs
    refreshAtMs = expiresAtMs - Math.min(limits.hlsTokenRefreshBeforeExpiryMs, lifeMs / 2)
    schedule(refreshAtMs - now())
    renewed.resolve()
    renewed = Promise.withResolvers()
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), Math.max(delayMs, leastDelayMs))
  }

  async function obtain(timeoutMs?: number): Promise<void> {
    const login = session()
    const user = login?.user ?? ''
    if (token === undefined && (await resume(user))) return
    const options = { signal, ...(login && { token: login.token }), ...(timeoutMs && { timeoutMs }) }
    accept(await api('createHlsToken', { params: { streamId }, ...options }), user)
  }

  /** Tokens of different users stay apart: who owns the broadcast is written in the token, not in the refreshing. */
  function storageKey(user: string): string {
    return `hls-token ${streamId} ${user}`
  }

  /** After a reload of the page: whoever watched before it stays the same viewer. */
  async function resume(user: string): Promise<boolean> {
    const kept = storage?.getItem(storageKey(user))
    if (!kept) return false
    storage?.removeItem(storageKey(user))
    try {
      accept(await api('refreshHlsToken', { body: { token: kept }, signal }), user)
      return true
    } catch {
      return false
    }
  }

  async function refresh(): Promise<void> {
    try {
      const isAnother = holder !== (session()?.user ?? '')
      if (token === undefined || isAnother) await obtain(renewedWithinMs)
      else accept(await api('refreshHlsToken', { body: { token }, signal, timeoutMs: renewedWithinMs }), holder)
    } catch {
      const before = token
      await replace()
      if (signal.aborted || token !== before) return
      // Soon enough for another attempt while the old one holds; after that it is for keys to ask for it.
      const leftMs = expiresAtMs - now()
      schedule(leftMs > 0 ? Math.min(leftMs / 2, retryAfterMs) : retryAfterMs)
    }
  }

  async function replace(): Promise<void> {
    if (now() < restUntilMs) return
    replacing ??= obtain(renewedWithinMs)
      .catch((error: unknown) => {
        if (error instanceof ApiError) restUntilMs = now() + (error.retryAfterSeconds ?? 0) * 1000
      })
      .finally(() => {
        replacing = undefined
      })
    await replacing
  }

  /** Nobody waits for the answer: a viewer who leaves without a word is missed a little later. */
  function leave(): void {
    if (token !== undefined) api('leaveStream', { body: { token }, keepalive: true }).catch(() => undefined)
  }

  return {
    current: () => token,
    obtain: () => obtain(),
    replace,
    renewal: () => renewed.promise,
    wake() {
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

/** Kept over reloads of this tab; undefined where the browser forbids it. */
function tabStorage(): TokenStorage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
