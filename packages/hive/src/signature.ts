import { createHash } from 'node:crypto'
import { Signature } from 'hive-tx'

/** Compact signature: one header byte, then r and s of 32 bytes each, as lower- or upper-case hex. */
const signaturePattern = /^[0-9a-f]{130}$/i
/** Half the order of secp256k1 (SEC 2 section 2.4.1). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The public key ('STM…') that signed the SHA-256 of the message's UTF-8, as Hive wallets sign text; undefined when the
 * signature is not one. Every key can be recovered from some signature: only the chain says whose it is.
 *
 * Header byte: 27 + recovery id, 4 more for a compressed key (SEC 1 section 4.1.6). A high s is refused as hived does
 * (BIP 62 rule 5), so that nobody can make a second signature out of one.
 */
export function recoverPublicKey(message: string, signatureHex: string): string | undefined {
  return recoverFromDigest(createHash('sha256').update(message, 'utf8').digest(), signatureHex)
}

/** As `recoverPublicKey`, for what was hashed already: `digest` is 32 bytes. */
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
