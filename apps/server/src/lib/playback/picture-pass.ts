import { allOf, currentOf, hmacSha256, isSame, type UseKey } from '../secrets.ts'

const minuteMs = 60_000
/** From opening a page to the request for its picture: one to two of them. */
const lifeMinutes = 2

/**
 * Issues a pass for the newest picture of a stream: `expiry.mac`, the first in minutes since 1970. It says nothing about who has it and is
 * the same for a minute, so that a page can be the same for everybody; and it opens nothing else.
 */
export function issuePicturePass(secret: UseKey, streamId: string, nowMs: number): string {
  const expiry = (Math.floor(nowMs / minuteMs) + lifeMinutes).toString(36)
  return `${expiry}.${macOf(currentOf(secret), streamId, expiry)}`
}

export function isPicturePass(secret: UseKey, streamId: string, pass: string, nowMs: number): boolean {
  const [expiry = '', mac = ''] = pass.split('.')
  const isFresh = Number.parseInt(expiry, 36) * minuteMs > nowMs
  return isFresh && allOf(secret).some((key) => isSame(mac, macOf(key, streamId, expiry)))
}

function macOf(secret: Uint8Array, streamId: string, expiry: string): string {
  return hmacSha256(secret, `${streamId}.${expiry}`).toString('base64url')
}
