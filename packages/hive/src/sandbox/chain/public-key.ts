import { PublicKey } from 'hive-tx'

/** Whether the text is 'STM' and the base58 form of 33 bytes with a correct checksum. */
export function isPublicKey(text: unknown): text is string {
  if (typeof text !== 'string' || !/^STM[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return false
  try {
    // hive-tx does not verify the checksum, so compare the text with what the key is encoded to.
    const { key } = PublicKey.fromString(text)
    return key.length === 33 && new PublicKey(key).toString() === text
  } catch {
    return false
  }
}
