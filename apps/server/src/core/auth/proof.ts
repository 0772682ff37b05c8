import { createHash } from 'node:crypto'
import { type Authority, keySatisfies } from '@waggle/hive/authority'
import { recoverPublicKey } from '@waggle/hive/signature'
import { useChallenge } from '../../db/accounts/used-challenges.ts'
import type { Db } from '../../db/open.ts'
import { limitCalls } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import type { UseKey } from '../../lib/secrets.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'
import { type ChallengePurpose, checkChallenge } from './challenge.ts'

/** Per address. */
export const proofLimit: Limit = { name: 'proof', points: 60, perSeconds: 60 }
/** More than the limit per address, so that one address cannot keep a user from signing in. */
const proofPerUserLimit: Limit = { name: 'proof-user', points: 240, perSeconds: 60 }

/** A challenge that the account's wallet has signed. */
interface Proof {
  challenge: string
  signature: string
  verifier?: string | undefined
}

/** What a challenge is sealed with, and where it is valid. */
export function challengeSite({ secrets, addresses }: CoreContext): { secret: UseKey; publicUrl: string } {
  return { secret: secrets.challenge, publicUrl: addresses().publicUrl }
}

/**
 * Calls `act` with the key that signed the challenge and the account's posting authority. Cheap checks come first. The challenge is used up last, in one transaction with
 * `act`: after an unreachable chain or a busy database, the user need not approve another one.
 */
export async function withProof<Result>(
  context: CoreContext,
  username: string,
  purpose: ChallengePurpose,
  proof: Proof,
  act: (db: Db, publicKey: string, posting: Authority) => Promise<Result>,
): Promise<Result> {
  const check = checkChallenge(challengeSite(context), { ...proof, purpose, username }, context.now())
  if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'challenge_expired' : 'challenge_invalid')
  await limitCalls(context, proofPerUserLimit, createHash('sha256').update(username).digest('hex').slice(0, 16))
  const publicKey = recoverPublicKey(proof.challenge, proof.signature)
  if (!publicKey) throw new Refusal('signature_invalid')
  const posting = await readHive(() => context.hive.getPostingAuthority(username))
  if (!posting || !keySatisfies(posting, publicKey)) throw new Refusal('signature_invalid')
  return context.db.transaction().execute(async (transaction) => {
    if (!(await useChallenge(transaction, check.id, check.expiresAtMs))) throw new Refusal('challenge_used')
    return act(transaction, publicKey, posting)
  })
}
