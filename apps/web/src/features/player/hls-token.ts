import { limits } from '@waggle/contract/limits'
import type { Api } from '../../lib/api.ts'

export interface HlsTokenSource {
  /** The newest token; undefined before the first has come. */
  current(): string | undefined
  /** Fetches the first token; throws what the API threw. */
  obtain(): Promise<void>
  /** Replaces the token now, because the server refused it. Never throws. */
  replace(): Promise<void>
  close(): void
}

const retryAfterMs = 15_000

/** Keeps a token for one stream alive: refreshed 5 minutes before it expires, and fetched anew where that fails. */
export function createHlsTokenSource({
  api,
  streamId,
  signal,
  now = Date.now,
}: {
  api: Api
  streamId: string
  signal: AbortSignal
  now?: () => number
}): HlsTokenSource {
  let token: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let replacing: Promise<void> | undefined

  function accept(answer: { token: string; expiresAt: number }): void {
    if (signal.aborted) return
    token = answer.token
    schedule(answer.expiresAt - limits.hlsTokenRefreshBeforeExpiryMs - now())
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer)
    // A clock that is wrong by hours must not turn the schedule into a loop.
    timer = setTimeout(() => void refresh(), Math.min(Math.max(delayMs, retryAfterMs), limits.hlsTokenLifeMs))
  }

  async function obtain(): Promise<void> {
    accept(await api('createHlsToken', { params: { streamId }, signal }))
  }

  async function refresh(): Promise<void> {
    try {
      if (token === undefined) await obtain()
      else accept(await api('refreshHlsToken', { body: { token }, signal }))
    } catch {
      await replace()
    }
  }

  function replace(): Promise<void> {
    replacing ??= obtain()
      .catch(() => {
        if (!signal.aborted) schedule(retryAfterMs)
      })
      .finally(() => {
        replacing = undefined
      })
    return replacing
  }

  return {
    current: () => token,
    obtain,
    replace,
    close: () => clearTimeout(timer),
  }
}
