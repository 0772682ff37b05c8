import { hlsKeyPath, keyNumberAt } from '@waggle/contract/playback/hls-keys'
import { takeSent } from '../../../lib/api/sent-call.ts'
import { backOffMs } from '../../../lib/back-off.ts'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { type ServerAddresses, serverAddresses } from '../../../lib/server-addresses.ts'
import type { HlsTokenSource } from './hls-token.ts'

/** A key's bytes, or the status by which the server says that there is no such key. */
type KeyResult = { key: ArrayBuffer } | { status: 404 | 410 }

export interface HlsKeys {
  /** Retries until the server gives a key or says that there is none; resolves with undefined when aborted. */
  fetchKey(url: string, signal: AbortSignal): Promise<KeyResult | undefined>
  /** Requests a key, once, before anybody knows that it is needed. What does not come of it is fetched again. */
  fetchAhead(url: () => string, signal: AbortSignal): Promise<void>
  /** A request for a key has failed and is being retried. */
  isMissing(): boolean
}

const requestTimeoutMs = 5000
const firstRetryMs = 250
/** Short, because a viewer at the live edge has little buffered; not shorter, because a thousand viewers may be retrying. */
const maxRetryMs = 2000
/** A server that refuses even new tokens gains nothing from more requests. */
const maxRetryWhenRefusedMs = 10_000

/**
 * Fetches keys with the newest token. When the server refuses the token, it is replaced and the key requested again at once. Any
 * other failure is retried with a back-off, or as soon as there is a new token. Buffered media keeps playing meanwhile.
 */
export function createHlsKeys({
  tokens,
  firstToken,
  fetcher = (input, init) => takeSent(String(input)) ?? fetch(input, init),
  pageUrl = () => location.href,
  onSavingStep = () => undefined,
}: {
  tokens: Pick<HlsTokenSource, 'current' | 'replace' | 'renewal'>
  /** Settles when the first token has arrived. */
  firstToken: Promise<unknown>
  fetcher?: typeof fetch
  pageUrl?: () => string
  /** Told with every answer what the site does to keep to its budget; null when nothing. */
  onSavingStep?: (step: string | null) => void
}): HlsKeys {
  /** The signals of the fetches whose last request failed. */
  const failing = new Set<AbortSignal>()
  let ahead: { address: string; result: ReturnType<typeof requestKey> } | undefined

  async function fetchAhead(url: () => string, signal: AbortSignal): Promise<void> {
    await firstToken
    const token = tokens.current()
    if (token === undefined || signal.aborted) return
    const address = keyUrl(url(), token, pageUrl())
    ahead = { address, result: requestKey(address, signal) }
  }

  /** The key at this address, if it was requested ahead and came. */
  async function takeAhead(address: string): Promise<KeyResult | undefined> {
    if (ahead?.address !== address) return undefined
    const { result } = ahead
    ahead = undefined
    const known = await result
    return typeof known === 'object' && 'key' in known ? known : undefined
  }

  async function fetchKey(url: string, signal: AbortSignal): Promise<KeyResult | undefined> {
    await firstToken
    let isTokenNew = false
    for (let failures = 0; !signal.aborted; failures++) {
      const token = tokens.current()
      const address = keyUrl(url, token, pageUrl())
      const result = (await takeAhead(address)) ?? (await requestKey(address, signal))
      if (result !== 'failed' && result !== 'refused') return result
      failing.add(signal)
      if (result === 'refused' && tokens.current() === token) await tokens.replace()
      const wasTokenNew = isTokenNew
      isTokenNew = result === 'refused' && tokens.current() !== token
      if (isTokenNew && !wasTokenNew) continue
      await waitForRetry(
        backOffMs(failures, { firstMs: firstRetryMs, longestMs: isTokenNew ? maxRetryWhenRefusedMs : maxRetryMs }),
        signal,
      )
    }
    return undefined
  }

  async function requestKey(url: string, signal: AbortSignal): Promise<KeyResult | 'refused' | 'failed'> {
    try {
      const response = await fetcher(url, {
        credentials: 'same-origin',
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      })
      const { status } = response
      onSavingStep(response.headers.get('x-waggle-guard'))
      if (status === 401 || status === 403) return 'refused'
      if (status === 404 || status === 410) return { status }
      return response.ok ? { key: await response.arrayBuffer() } : 'failed'
    } catch {
      return 'failed'
    }
  }

  /** Waits up to `maxMs`, or until there is a new token. Random, so that viewers who failed together do not retry together. */
  function waitForRetry(maxMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, maxMs * (0.5 + Math.random() / 2))
      signal.addEventListener('abort', end)
      void tokens.renewal().then(end)
    })
  }

  return {
    async fetchKey(url, signal) {
      try {
        return await fetchKey(url, signal)
      } finally {
        failing.delete(signal)
      }
    },
    fetchAhead,
    isMissing: () => failing.size > 0,
  }
}

/** The key of a moment, as playlists name it. */
export function currentKeyUrl(streamId: string, nowMs = siteClock.now()): string {
  return serverAddresses.hls + hlsKeyPath(streamId, keyNumberAt(nowMs))
}

/**
 * Adds the token to the URLs of the site's own keys only. The URLs of playlists and segments stay the same for all viewers, so that a
 * cache can serve them, and a token is never sent to another site (rule PLAYER-11). Playlists name keys by their path, which only the
 * core server answers.
 */
export function keyUrl(
  url: string,
  token: string | undefined,
  pageUrl: string,
  { api, hls }: Pick<ServerAddresses, 'api' | 'hls'> = serverAddresses,
): string {
  const named = new URL(url, pageUrl)
  const isOurs = named.origin === new URL(hls || pageUrl).origin && named.pathname.startsWith('/api/hls/key/')
  if (!isOurs) return named.href
  const key = new URL(named.pathname + named.search, api || pageUrl)
  if (token !== undefined) key.searchParams.set('token', token)
  return key.href
}
