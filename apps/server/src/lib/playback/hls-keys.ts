import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import { hmacSha256, type Secrets } from '../secrets.ts'

/**
 * How long previous keys are served: for the twelve segments of a playlist, with a minute's wait for a reconnecting encoder after each,
 * and another minute for slow players.
 */
const keyLifeMs = 15 * 60_000

/**
 * AES-128 key of a stream's period, 16 bytes. It is computed from the secret, the stream and its number, so the process that encrypts and
 * the process that serves keys need not communicate. The secret is the one that was in use when the period began.
 */
export function hlsKey(secrets: Secrets['hlsKeys'], streamId: string, keyNumber: number): Buffer {
  const inUse = secrets.find(({ untilMs }) => keyNumber * keyPeriodMs < untilMs)
  if (inUse === undefined) throw new RangeError('the last secret has no end')
  const { secret } = inUse
  return hmacSha256(secret, `${streamId}/${keyNumber}`).subarray(0, 16)
}

/** Whether the key is served. The next one is served early, because clocks differ between machines. */
export function isKeyServed(keyNumber: number, nowMs: number): boolean {
  return keyNumber <= keyNumberAt(nowMs) + 1 && keyNumber >= keyNumberAt(nowMs - keyLifeMs)
}

/** How long a viewer counts as watching after fetching this key: players fetch the next one within two segments of the period's end. */
export function viewerSeenUntilMs(keyNumber: number): number {
  return (keyNumber + 1) * keyPeriodMs + 10_000
}
