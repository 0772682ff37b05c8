import { hmacSha256 } from './secrets.ts'

/**
 * Keys rotate on the wall clock: number n holds for the n-th period since 1970. A key is computed from the secret, the
 * stream and its number, so the process that encrypts and the one that hands out keys need not talk.
 */
export const keyPeriodMs = 30_000

/**
 * Older keys stay open this long: the twelve segments of a playlist, each of which an encoder may have been away after for the minute
 * that it is waited for, and a minute for slow players.
 */
const keyLifeMs = 15 * 60_000

export function keyNumberAt(timeMs: number): number {
  return Math.floor(timeMs / keyPeriodMs)
}

/** AES-128 key of a stream's period, 16 bytes. */
export function hlsKey(secret: Uint8Array, streamId: string, keyNumber: number): Buffer {
  return hmacSha256(secret, `${streamId}/${keyNumber}`).subarray(0, 16)
}

export function hlsKeyPath(streamId: string, keyNumber: number): string {
  return `/api/hls/key/${streamId}/${keyNumber}`
}

/** Is the key still, or by a small difference of clocks already, handed out? */
export function isKeyServed(keyNumber: number, nowMs: number): boolean {
  return keyNumber <= keyNumberAt(nowMs) + 1 && keyNumber >= keyNumberAt(nowMs - keyLifeMs)
}

/** Until when the fetch of this key shows that somebody watches: the next key is due within a segment or two of the period's end. */
export function viewerSeenUntilMs(keyNumber: number): number {
  return (keyNumber + 1) * keyPeriodMs + 10_000
}
