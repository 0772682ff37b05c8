import { randomBytes } from 'node:crypto'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import type { FastifyInstance } from 'fastify'
import { replaceStreamKey } from '../../db/accounts/stream-keys.ts'
import { findAccountDeletion } from '../../db/privacy/account-deletions.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { announceEnded } from '../../http/sessions/announce-ended.ts'
import { openSession } from '../../http/sessions/sessions.ts'
import { hashStreamKey } from '../../lib/stream-key.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import { avatarUrl } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import { giveEntrance } from '../entrance/entrance-routes.ts'
import { createChallenge } from './challenge.ts'
import { challengeSite, proofLimit, withProof } from './proof.ts'

const challengeLimit: Limit = { name: 'challenge', points: 120, perSeconds: 60 }

export function authRoutes(app: FastifyInstance, context: CoreContext): void {
  route(app, context, 'getChallenge', async ({ query, request }) => {
    await limitCallsByAddress(context, challengeLimit, request)
    return { challenge: createChallenge(challengeSite(context), query, context.now()) }
  })

  route(app, context, 'signIn', async ({ body, request, reply }) => {
    if (body.method !== 'keychain') throw new Refusal('unsupported_method')
    const username = normaliseUsername(body.username)
    if (!isUsername(username)) throw new Refusal('invalid_username')
    await limitCallsByAddress(context, proofLimit, request)
    const userAgent = request.headers['user-agent']
    const { token, session, endedIds } = await withProof(
      context,
      username,
      'login',
      body,
      async (db, publicKey, posting) => {
        // What is written now would be deleted too.
        if (await findAccountDeletion(db, username)) throw new Refusal('being_deleted')
        return openSession({ db, now: context.now }, { username, publicKey, posting, userAgent })
      },
    )
    announceEnded(context.state, endedIds)
    giveEntrance(context, reply, session)
    return { success: true as const, token, profile: { username, avatar: avatarUrl(context.config, username) } }
  })

  route(app, context, 'createStreamKey', async ({ body, session, request }) => {
    const username = normaliseUsername(body.username)
    if (username !== session.username) throw new Refusal('not_your_account')
    await limitCallsByAddress(context, proofLimit, request)
    // 192 random bits. The prefix lets secret scanners and streamers recognise a stream key.
    const streamKey = `wgl_${randomBytes(24).toString('base64url')}`
    const keyHash = hashStreamKey(context.secrets.streamKey, streamKey)
    await withProof(context, username, 'stream-key', body, (db) =>
      replaceStreamKey(db, username, keyHash, context.now()),
    )
    await context.state.publish('stream-key-replaced', { username })
    return { streamKey, rtmpUrl: context.addresses().rtmpUrl }
  })
}
