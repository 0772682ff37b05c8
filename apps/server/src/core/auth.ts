import { createHash, randomBytes } from 'node:crypto'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { keySatisfies } from '@waggle/hive/authority'
import { HiveUnavailable } from '@waggle/hive/gateway'
import { recoverPublicKey } from '@waggle/hive/signature'
import type { FastifyInstance } from 'fastify'
import { replaceStreamKey } from '../db/stream-keys.ts'
import { useChallenge } from '../db/used-challenges.ts'
import { limitCalls } from '../lib/limit-calls.ts'
import { Refusal } from '../lib/refusal.ts'
import { route } from '../lib/route.ts'
import { closeSession, openSession } from '../lib/sessions.ts'
import { hashStreamKey } from '../lib/stream-key.ts'
import type { Limit } from '../shared-state/shared-state.ts'
import { avatarOf } from './avatar.ts'
import { type ChallengePurpose, checkChallenge, createChallenge } from './challenge.ts'
import type { CoreContext } from './context.ts'
import { createSessionStanding } from './session-standing.ts'

const challengeLimit: Limit = { name: 'challenge', points: 60, perSeconds: 60 }
const proofLimit: Limit = { name: 'proof', points: 30, perSeconds: 60 }
const proofPerUserLimit: Limit = { name: 'proof-user', points: 20, perSeconds: 60 }

interface Proof {
  challenge: string
  signature: string
  verifier?: string | undefined
}

export function authRoutes(app: FastifyInstance, context: CoreContext): void {
  const isStanding = createSessionStanding(context)
  const challengeSite = { secret: context.secrets.challenge, publicUrl: context.config.http.publicUrl }

  route(app, context, 'getChallenge', async ({ query, request, reply }) => {
    await limitCalls(context, challengeLimit, request.ip)
    reply.header('cache-control', 'no-store')
    return { challenge: createChallenge(challengeSite, query, context.now()) }
  })

  route(app, context, 'signIn', async ({ body, request, reply }) => {
    if (body.method !== 'keychain') throw new Refusal('unsupported_method')
    const username = normaliseUsername(body.username)
    if (!isUsername(username)) throw new Refusal('invalid_username')
    await limitCalls(context, proofLimit, request.ip)
    const publicKey = await provePostingAuthority(username, 'login', body)
    reply.header('cache-control', 'no-store')
    return {
      success: true as const,
      token: await openSession(context, username, publicKey),
      profile: { username, avatar: avatarOf(context.config, username) },
    }
  })

  route(app, context, 'verifySession', async ({ session, request }) => {
    if (!(await isStanding(session))) {
      await closeSession(context, request.headers.authorization)
      throw new Refusal('session_invalid')
    }
    return { success: true as const, username: session.username }
  })

  route(app, context, 'signOut', async ({ request }) => {
    await closeSession(context, request.headers.authorization)
    return { success: true as const }
  })

  route(app, context, 'createStreamKey', async ({ body, session, request, reply }) => {
    const username = normaliseUsername(body.username)
    if (username !== session.username) throw new Refusal('not_your_account')
    await limitCalls(context, proofLimit, request.ip)
    await provePostingAuthority(username, 'stream-key', body)
    // 192 random bits. The prefix lets a secret scanner, and a streamer, recognise what it is.
    const streamKey = `wgl_${randomBytes(24).toString('base64url')}`
    await replaceStreamKey(context.db, username, hashStreamKey(context.secrets.streamKey, streamKey), context.now())
    await context.state.publish('stream-key-replaced', { username })
    reply.header('cache-control', 'no-store')
    return { streamKey, rtmpUrl: context.config.rtmp.publicUrl }
  })

  /**
   * Cheap checks first; the chain is asked before the challenge is spent, so that an unreachable chain costs the user no
   * second approval. Returns the key that signed.
   */
  async function provePostingAuthority(username: string, purpose: ChallengePurpose, proof: Proof): Promise<string> {
    const check = checkChallenge(challengeSite, { ...proof, purpose, username }, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'challenge_expired' : 'challenge_invalid')
    await limitCalls(context, proofPerUserLimit, createHash('sha256').update(username).digest('hex').slice(0, 16))
    const publicKey = recoverPublicKey(proof.challenge, proof.signature)
    if (!publicKey) throw new Refusal('signature_invalid')
    const posting = await postingAuthorityOf(username)
    if (!posting || !keySatisfies(posting, publicKey)) throw new Refusal('signature_invalid')
    if (!(await useChallenge(context.db, check.id, check.expiresAtMs))) throw new Refusal('challenge_used')
    return publicKey
  }

  async function postingAuthorityOf(username: string) {
    try {
      return await context.hive.getPostingAuthority(username)
    } catch (error) {
      if (error instanceof HiveUnavailable) throw new Refusal('hive_unavailable')
      throw error
    }
  }
}
