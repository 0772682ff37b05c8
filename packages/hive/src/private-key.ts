import { PrivateKey } from 'hive-tx'

/** Whether the text is a private key in the wallet import format with a correct checksum. */
export function isPrivateKey(text: string): boolean {
  try {
    PrivateKey.fromString(text)
    return /^5[1-9A-HJ-NP-Za-km-z]{50}$/.test(text)
  } catch {
    return false
  }
}
