import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { challengePattern, noticeProof, proofInputBytes, seedOf } from '@waggle/contract/operating/proof-of-work'
import { hmacSha256 } from '../../lib/secrets.ts'

/** Nothing is stored of a challenge until it is used: the seal proves that this site made it. */
export function createProofChallenge(secret: Uint8Array, nowMs: number): { challenge: string; expiresAtMs: number } {
  const expiresAtMs = nowMs + noticeProof.lifeMs
  const claims = `${randomBytes(32).toString('hex')}.${expiresAtMs.toString(36)}`
  return { challenge: `${claims}.${seal(secret, claims)}`, expiresAtMs }
}

/** The challenge's id, by which the caller uses it up; undefined when it is not ours, too old, or not solved. */
export function checkProof(
  secret: Uint8Array,
  { challenge, solution }: { challenge: string; solution: readonly number[] },
  { nowMs, bits }: { nowMs: number; bits: number },
): { id: string; expiresAtMs: number } | undefined {
  const [, seed, expiry, given] = challengePattern.exec(challenge) ?? []
  if (seed === undefined || expiry === undefined || given === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(seal(secret, `${seed}.${expiry}`)))) return undefined
  const expiresAtMs = Number.parseInt(expiry, 36)
  if (nowMs >= expiresAtMs || solution.length !== noticeProof.puzzles) return undefined
  const input = Buffer.alloc(proofInputBytes)
  input.set(seedOf(challenge))
  for (const [index, number] of solution.entries()) {
    input.writeUInt32BE(index, 32)
    input.writeUInt32BE(number, 36)
    const begin = createHash('sha256').update(input).digest().readUInt32BE(0)
    if (Math.clz32(begin) < bits) return undefined
  }
  return { id: `notice ${seed}`, expiresAtMs }
}

function seal(secret: Uint8Array, claims: string): string {
  return hmacSha256(secret, claims).toString('base64url')
}
