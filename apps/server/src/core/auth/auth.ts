import { createHash, randomBytes } from 'node:crypto'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { type Authority, keySatisfies } from '@waggle/hive/authority'
import { recoverPublicKey } from '@waggle/hive/signature'
import type { FastifyInstance } from 'fastify'
import { replaceStreamKey } from '../../db/accounts/stream-keys.ts'
import { useChallenge } from '../../db/accounts/used-challenges.ts'
import type { Db } from '../../db/open.ts'
import { limitCalls, limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { announceEnded } from '../../http/sessions/announce-ended.ts'
import { openSession } from '../../http/sessions/sessions.ts'
import { hashStreamKey } from '../../lib/stream-key.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import { avatarUrl } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { readHive } from '../read-hive.ts'
import { type ChallengePurpose, checkChallenge, createChallenge } from './challenge.ts'

const challengeLimit: Limit = { name: 'challenge', points: 120, perSeconds: 60 }
const proofLimit: Limit = { name: 'proof', points: 60, perSeconds: 60 }
/** More than the limit per address, so that one address cannot keep a user from signing in. */
const proofPerUserLimit: Limit = { name: 'proof-user', points: 240, perSeconds: 60 }

interface Proof {
  challenge: string
  signature: string
  verifier?: string | undefined
}

export function authRoutes(app: FastifyInstance, context: CoreContext): void {
  const challengeSite = () => ({ secret: context.secrets.challenge, publicUrl: context.addresses().publicUrl })

  route(app, context, 'getChallenge', async ({ query, request }) => {
    await limitCallsByAddress(context, challengeLimit, request)
    return { challenge: createChallenge(challengeSite(), query, context.now()) }
  })

  route(app, context, 'signIn', async ({ body, request }) => {
    if (body.method !== 'keychain') throw new Refusal('unsupported_method')
    const username = normaliseUsername(body.username)
    if (!isUsername(username)) throw new Refusal('invalid_username')
    await limitCallsByAddress(context, proofLimit, request)
    const userAgent = request.headers['user-agent']
    const { token, endedIds } = await withProof(username, 'login', body, (db, publicKey, posting) =>
      openSession({ db, now: context.now }, { username, publicKey, posting, userAgent }),
    )
    announceEnded(context.state, endedIds)
    return { success: true as const, token, profile: { username, avatar: avatarUrl(context.config, username) } }
  })

  route(app, context, 'createStreamKey', async ({ body, session, request }) => {
    const username = normaliseUsername(body.username)
    if (username !== session.username) throw new Refusal('not_your_account')
    await limitCallsByAddress(context, proofLimit, request)
    // 192 random bits. The prefix lets secret scanners and streamers recognise a stream key.
    const streamKey = `wgl_${randomBytes(24).toString('base64url')}`
    const keyHash = hashStreamKey(context.secrets.streamKey, streamKey)
    await withProof(username, 'stream-key', body, (db) => replaceStreamKey(db, username, keyHash, context.now()))
    await context.state.publish('stream-key-replaced', { username })
    return { streamKey, rtmpUrl: context.addresses().rtmpUrl }
  })

  /**
   * Calls `act` with the key that signed the challenge and the account's posting authority. Cheap checks come first. The challenge is used up last, in one transaction with
   * `act`: after an unreachable chain or a busy database, the user need not approve another one.
   */
  async function withProof<Result>(
    username: string,
    purpose: ChallengePurpose,
    proof: Proof,
    act: (db: Db, publicKey: string, posting: Authority) => Promise<Result>,
  ): Promise<Result> {
    const check = checkChallenge(challengeSite(), { ...proof, purpose, username }, context.now())
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
}
