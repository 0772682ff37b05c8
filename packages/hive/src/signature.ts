import { createHash } from 'node:crypto'
import { Signature } from 'hive-tx'

/** Compact signature: one header byte, then r and s of 32 bytes each, as lower- or upper-case hex. */
const signaturePattern = /^[0-9a-f]{130}$/i
/** Half the order of secp256k1 (SEC 2 section 2.4.1). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Recovers the public key ('STM…') that signed the SHA-256 of the message's UTF-8, which is how Hive wallets sign text.
 * Undefined if the signature is invalid. A valid signature proves nothing by itself, because every signature recovers to some
 * key: check on the chain which account the key belongs to.
 *
 * The header byte is 27 + recovery id, plus 4 for a compressed key (SEC 1 section 4.1.6). Like hived, this refuses a high s
 * (BIP 62 rule 5), so that nobody can derive a second valid signature from the first.
 */
export function recoverPublicKey(message: string, signatureHex: string): string | undefined {
  return recoverFromDigest(createHash('sha256').update(message, 'utf8').digest(), signatureHex)
}

/** Like `recoverPublicKey`, for a message that is already hashed: `digest` has 32 bytes. */
export function recoverFromDigest(digest: Uint8Array, signatureHex: string): string | undefined {
  if (typeof signatureHex !== 'string' || !signaturePattern.test(signatureHex)) return undefined
  const header = Number.parseInt(signatureHex.slice(0, 2), 16)
  if (header < 27 || header > 34) return undefined
  const s = BigInt(`0x${signatureHex.slice(66)}`)
  if (s > halfOrder) return undefined
  try {
    return Signature.from(signatureHex.toLowerCase()).getPublicKey(digest).toString()
  } catch {
    return undefined
  }
}
