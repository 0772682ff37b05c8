import { keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { currentKeyUrl, keyUrl } from '../keys/hls-keys.ts'
import type { HlsTokenSource } from '../keys/hls-token.ts'

interface PresenceOptions {
  streamId: string
  tokens: Pick<HlsTokenSource, 'current' | 'replace'>
  /** The viewer may not watch, even with a new token. */
  onRefused(): void
  now?: () => number
  fetcher?: typeof fetch
  pageUrl?: () => string
}

const requestTimeoutMs = 5000
/** Late enough for a server whose clock is a little behind. */
const afterChangeMs = 2000

/**
 * While a viewer watches at a relay, which asks for no token, fetches the current key of LL-HLS in every period: so the viewer counts
 * (rule PLAYER-13), and learns that the site refuses the token.
 */
export function keepPresence({
  streamId,
  tokens,
  onRefused,
  now = siteClock.now,
  fetcher = (input, init) => fetch(input, init),
  pageUrl = () => location.href,
}: PresenceOptions): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  async function show(): Promise<void> {
    const token = tokens.current()
    if (await isRefused(token)) {
      await tokens.replace()
      const isStillRefused = tokens.current() === token || (await isRefused(tokens.current()))
      if (isStillRefused && !isClosed) onRefused()
    }
    if (!isClosed) timer = setTimeout(show, keyPeriodMs - (now() % keyPeriodMs) + afterChangeMs)
  }

  /** False also where the server is not reached: the media comes from elsewhere. */
  async function isRefused(token: string | undefined): Promise<boolean> {
    try {
      const address = keyUrl(currentKeyUrl(streamId, now()), token, pageUrl())
      const { status } = await fetcher(address, {
        credentials: 'same-origin',
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      return status === 401 || status === 403
    } catch {
      return false
    }
  }

  void show()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
