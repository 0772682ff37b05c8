import { PrivateKey } from 'hive-tx'

/** A private key in the wallet import format, its checksum included. */
export function isPrivateKey(text: string): boolean {
  try {
    PrivateKey.fromString(text)
    return /^5[1-9A-HJ-NP-Za-km-z]{50}$/.test(text)
  } catch {
    return false
  }
}
