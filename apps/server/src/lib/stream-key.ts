import { hmacSha256 } from './secrets.ts'

/** The keyed hash as which stream keys are stored: nobody can broadcast with a stolen database. */
export function hashStreamKey(secret: Uint8Array, streamKey: string): string {
  return hmacSha256(secret, streamKey).toString('hex')
}
