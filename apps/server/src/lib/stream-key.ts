import { allOf, currentOf, hmacSha256, type UseKey } from './secrets.ts'

/** The keyed hash as which stream keys are stored: nobody can broadcast with a stolen database. */
export function hashStreamKey(secret: UseKey, streamKey: string): string {
  return hmacSha256(currentOf(secret), streamKey).toString('hex')
}

/** The hashes that it may be stored as: before a rotation of the master key it was another one. */
export function streamKeyHashes(secret: UseKey, streamKey: string): string[] {
  return allOf(secret).map((key) => hmacSha256(key, streamKey).toString('hex'))
}
