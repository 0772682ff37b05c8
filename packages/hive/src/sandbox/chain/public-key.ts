import { PublicKey } from 'hive-tx'

/** 'STM' and base58 of 33 bytes with their checksum. */
export function isPublicKey(text: unknown): text is string {
  if (typeof text !== 'string' || !/^STM[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return false
  try {
    // hive-tx does not look at the checksum: written again it must come out the same.
    const { key } = PublicKey.fromString(text)
    return key.length === 33 && new PublicKey(key).toString() === text
  } catch {
    return false
  }
}
