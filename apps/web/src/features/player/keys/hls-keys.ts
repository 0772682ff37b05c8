import type { HlsTokenSource } from './hls-token.ts'

/** A key's bytes, or the status with which the server says that there is none. */
export type KeyAnswer = { key: ArrayBuffer } | { status: 404 | 410 }

export interface HlsKeys {
  /** Resolves once the key is in hand, however long that takes; undefined when aborted. */
  fetchKey(address: string, signal: AbortSignal): Promise<KeyAnswer | undefined>
  /** A key has been asked for in vain and is still wanted. */
  isMissing(): boolean
}

const answerWithinMs = 5000
const firstPauseMs = 250
/** With the buffer of a viewer at the live edge every second counts, and a thousand of them must not come at once. */
const longestPauseMs = 2000
/** A server that refuses even new tokens is not helped by being asked for more of them. */
const longestPauseWhenRefusedMs = 10_000

/**
 * Gets keys with the newest token. A refused one is replaced and the key asked for again at once; whatever else fails is tried again
 * soon, and as soon as there is another token. What is buffered plays on meanwhile.
 */
export function createHlsKeys({
  tokens,
  firstToken,
  fetcher = (input, init) => fetch(input, init),
  pageAddress = () => location.href,
}: {
  tokens: Pick<HlsTokenSource, 'current' | 'replace' | 'renewal'>
  /** Resolves when the first token has come. */
  firstToken: Promise<unknown>
  fetcher?: typeof fetch
  pageAddress?: () => string
}): HlsKeys {
  const inVain = new Set<AbortSignal>()

  async function fetchKey(address: string, signal: AbortSignal): Promise<KeyAnswer | undefined> {
    await firstToken
    let isTokenNew = false
    for (let failures = 0; !signal.aborted; failures++) {
      const token = tokens.current()
      const answer = await ask(keyAddress(address, token, pageAddress()), signal)
      if (answer !== 'failed' && answer !== 'refused') return answer
      inVain.add(signal)
      if (answer === 'refused' && tokens.current() === token) await tokens.replace()
      const wasTokenNew = isTokenNew
      isTokenNew = answer === 'refused' && tokens.current() !== token
      if (isTokenNew && !wasTokenNew) continue
      await pause(
        Math.min(firstPauseMs * 2 ** failures, isTokenNew ? longestPauseWhenRefusedMs : longestPauseMs),
        signal,
      )
    }
    return undefined
  }

  async function ask(address: string, signal: AbortSignal): Promise<KeyAnswer | 'refused' | 'failed'> {
    try {
      const response = await fetcher(address, {
        credentials: 'omit',
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      })
      const { status } = response
      if (status === 401 || status === 403) return 'refused'
      if (status === 404 || status === 410) return { status }
      return response.ok ? { key: await response.arrayBuffer() } : 'failed'
    } catch {
      return 'failed'
    }
  }

  /** Ends early when there is another token. Spread, so that viewers who failed together do not come back together. */
  function pause(longestMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, longestMs * (0.5 + Math.random() / 2))
      signal.addEventListener('abort', end)
      void tokens.renewal().then(end)
    })
  }

  return {
    async fetchKey(address, signal) {
      try {
        return await fetchKey(address, signal)
      } finally {
        inVain.delete(signal)
      }
    },
    isMissing: () => inVain.size > 0,
  }
}

/**
 * The token belongs to the site's own keys. Playlists and segments stay the same for all viewers, so that a cache can serve them, and a
 * token never goes to another origin.
 */
export function keyAddress(address: string, token: string | undefined, pageAddress: string): string {
  const url = new URL(address, pageAddress)
  const isOurs = url.origin === new URL(pageAddress).origin && url.pathname.startsWith('/api/hls/key/')
  if (isOurs && token !== undefined) url.searchParams.set('token', token)
  return url.href
}
