import { hmacSha256 } from './secrets.ts'

/** Stream keys are stored as this keyed hash only: a stolen database opens no channel. */
export function hashStreamKey(secret: Uint8Array, streamKey: string): string {
  return hmacSha256(secret, streamKey).toString('hex')
}
