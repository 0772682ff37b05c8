import { randomBytes, timingSafeEqual } from 'node:crypto'
import { streamIdPattern } from '@waggle/contract/names'
import { allOf, currentOf, hmacSha256, type UseKey } from '../secrets.ts'

/** The claims of an HLS token. `viewerId` is random and says nothing about who the viewer is. */
export interface HlsToken {
  streamId: string
  viewerId: string
  expiresAtMs: number
}

type HlsTokenCheck = { ok: true; token: HlsToken } | { ok: false; reason: 'malformed' | 'forged' | 'expired' }

const macBytes = 16

/** Issues `streamId.viewerId.expiry.mac`. The token is stateless, so that any machine can check it. */
export function issueHlsToken(secret: UseKey, streamId: string, expiresAtMs: number, viewerId = randomViewerId()) {
  const claims = `${streamId}.${viewerId}.${expiresAtMs.toString(36)}`
  return `${claims}.${mac(currentOf(secret), claims).toString('base64url')}`
}

export function checkHlsToken(secret: UseKey, text: string, nowMs: number): HlsTokenCheck {
  const fields = text.length <= 200 ? text.split('.') : []
  const [streamId, viewerId, expiry, macText] = fields
  if (fields.length !== 4 || !streamId || !viewerId || !expiry || !macText || !streamIdPattern.test(streamId)) {
    return { ok: false, reason: 'malformed' }
  }
  const given = Buffer.from(macText, 'base64url')
  const claims = `${streamId}.${viewerId}.${expiry}`
  const isOurs = given.length === macBytes && allOf(secret).some((key) => timingSafeEqual(given, mac(key, claims)))
  if (!isOurs) return { ok: false, reason: 'forged' }
  const expiresAtMs = Number.parseInt(expiry, 36)
  if (expiresAtMs <= nowMs) return { ok: false, reason: 'expired' }
  return { ok: true, token: { streamId, viewerId, expiresAtMs } }
}

function mac(secret: Uint8Array, claims: string): Buffer {
  return hmacSha256(secret, claims).subarray(0, macBytes)
}

function randomViewerId(): string {
  return randomBytes(9).toString('base64url')
}
