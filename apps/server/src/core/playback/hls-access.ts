import { limits } from '@waggle/contract/limits'
import type { FastifyInstance } from 'fastify'
import { type BroadcastRow, findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { callerOf } from '../../http/sessions.ts'
import { hlsKey, isKeyServed, viewerSeenUntilMs } from '../../lib/hls-keys.ts'
import { checkHlsToken, issueHlsToken } from '../../lib/hls-token.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import { viewersGroup } from '../channels/stream-info.ts'
import type { CoreContext } from '../context.ts'

const tokenLimit: Limit = { name: 'hls-token', points: 30, perSeconds: 60 }
const leaveLimit: Limit = { name: 'hls-leave', points: 60, perSeconds: 60 }
/** The viewer id of a broadcast's owner, who is not counted as a viewer (rule PLAYER-13). Ids of viewers are longer. */
const ownerId = 'owner'

/** The tokens that open a stream's keys, and the keys. Every token that fetches the current key counts as a viewer. */
export function hlsAccessRoutes(app: FastifyInstance, context: CoreContext): void {
  const secret = context.secrets.hlsToken

  route(app, context, 'createHlsToken', async ({ params, request }) => {
    await limitCallsByAddress(context, tokenLimit, request)
    const broadcast = await requireLive(params.streamId)
    const isOwner = (await callerOf(context, request.headers.authorization)) === broadcast.username
    return issue(params.streamId, isOwner ? ownerId : undefined)
  })

  route(app, context, 'refreshHlsToken', async ({ body, request }) => {
    await limitCallsByAddress(context, tokenLimit, request)
    const check = checkHlsToken(secret, body.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    await requireLive(check.token.streamId)
    return issue(check.token.streamId, check.token.viewerId)
  })

  route(app, context, 'getHlsKey', async ({ params, query, reply }) => {
    if (!query.token) throw new Refusal('hls_token_required')
    const check = checkHlsToken(secret, query.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    if (check.token.streamId !== params.streamId) throw new Refusal('hls_token_invalid')
    const keyNumber = Number(params.keyNumber)
    if (!isKeyServed(keyNumber, context.now())) throw new Refusal('not_found')
    const { streamId, viewerId } = check.token
    const untilMs = viewerSeenUntilMs(keyNumber)
    reply.type('application/octet-stream')
    const key = hlsKey(context.secrets.hlsKey, streamId, keyNumber)
    if (viewerId === ownerId) return key
    await context.state.presence.touch(viewersGroup(streamId), viewerId, untilMs)
    // An older key is fetched when rewinding, and does not show that the viewer is still watching.
    const nowMs = context.now()
    if (untilMs > nowMs) await context.state.audience.record(streamId, viewerId, nowMs, untilMs)
    return key
  })

  route(app, context, 'leaveStream', async ({ body, request }) => {
    await limitCallsByAddress(context, leaveLimit, request)
    const check = checkHlsToken(secret, body.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    const { streamId, viewerId } = check.token
    await context.state.presence.leave(viewersGroup(streamId), viewerId)
    const nowMs = context.now()
    await context.state.audience.record(streamId, viewerId, nowMs, nowMs)
    return { success: true as const }
  })

  function issue(streamId: string, viewerId: string | undefined): { token: string; expiresAt: number } {
    const expiresAt = context.now() + (context.hlsTokenLifeMs ?? limits.hlsTokenLifeMs)
    return { token: issueHlsToken(secret, streamId, expiresAt, viewerId), expiresAt }
  }

  async function requireLive(streamId: string): Promise<BroadcastRow> {
    const broadcast = await findBroadcast(context.db, streamId)
    if (!broadcast || !isLive(broadcast, context.now())) throw new Refusal('stream_not_found')
    return broadcast
  }
}
