import { limits } from '@waggle/contract/limits'
import { clipIdPattern, evidenceIdPattern } from '@waggle/contract/names'
import { keyNumberAt, keyPeriodMs } from '@waggle/contract/playback/hls-keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findBroadcast, isLive } from '../../db/broadcasts/broadcasts.ts'
import { findEvidenceMedia } from '../../db/operating/evidence.ts'
import { findClip, stretchOf } from '../../db/recordings/clips.ts'
import { findRecordedTime, findReplay } from '../../db/recordings/replays.ts'
import { sharedBudget } from '../../http/egress/budget/egress-budget.ts'
import { type BurstLimit, limitBurstsByAddress } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { sessionOfCall } from '../../http/sessions/sessions.ts'
import { countViewer, isCounted, ownerId, previewId, removeViewer } from '../../http/viewer-count.ts'
import { hlsKey, isKeyServed, viewerSeenUntilMs } from '../../lib/playback/hls-keys.ts'
import { checkHlsToken, type HlsToken, issueHlsToken } from '../../lib/playback/hls-token.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'
import { requireRights } from '../operating/rights.ts'
import type { ReplayAudience } from '../replays/replay-audience.ts'
import { admitViewer, findRefusal, requireRest, takePlace, viewerIdOf, waitRetrySeconds } from './admission.ts'
import { isKeyCut, mayBeCut } from './cut-keys.ts'
import { isKeyOfStretch } from './stretch-keys.ts'

/** Each is enough for a school behind one address that opens a stream at once, and small beside what a token costs (rule LIMIT-3). */
const tokenLimit = viewerLimit('hls-token')
const waitLimit = viewerLimit('hls-wait')
const refreshLimit = viewerLimit('hls-refresh')
const leaveLimit = viewerLimit('hls-leave')

/** The tokens that open a stream's keys, and the keys. Every token that fetches the current key counts as a viewer. */
export function hlsAccessRoutes(app: FastifyInstance, context: CoreContext, replayAudience: ReplayAudience): void {
  const secret = context.secrets.hlsToken

  route(app, context, 'createHlsToken', async ({ params, query, request }) => {
    await limitBurstsByAddress(context, tokenLimit, request)
    if (evidenceIdPattern.test(params.streamId)) {
      await requireEvidence(params.streamId, request)
      return issue(params.streamId, previewId)
    }
    const { owner, isPublic } = await requireKnown(params.streamId)
    const session = query.preview ? undefined : await sessionOfCall(context, request)
    const isOwner = session?.username === owner
    if (!isPublic && !isOwner) throw new Refusal('stream_not_found')
    if (isOwner) return issue(params.streamId, ownerId)
    const applicant = { ...params, owner, session, isPreview: query.preview !== undefined }
    await admitViewer(context, applicant)
    return issue(params.streamId, await viewerIdOf(context, applicant))
  })

  route(app, context, 'waitForPlace', async ({ params: { streamId }, body, request }) => {
    await limitBurstsByAddress(context, waitLimit, request)
    const { owner, isPublic } = await requireKnown(streamId)
    if (!isPublic) throw new Refusal('stream_not_found')
    const applicant = { streamId, owner, session: await sessionOfCall(context, request), isPreview: false }
    const ticket = body.ticket ?? randomId(24)
    const refused = await findRefusal(context, applicant)
    if (refused && refused !== 'viewers_wait') throw new Refusal(refused, { retryAfterSeconds: waitRetrySeconds })
    const place = refused ? await takePlace(context, { streamId, ticket, address: request.ip }) : undefined
    return {
      ticket,
      place: (place?.before ?? 0) + 1,
      waiting: place?.waiting ?? 0,
      endsAt: sharedBudget(context.egress.use)?.endsAtMs ?? null,
      admitted: place && !place.isTurn ? null : issue(streamId, await viewerIdOf(context, applicant)),
    }
  })

  route(app, context, 'refreshHlsToken', async ({ body, request }) => {
    await limitBurstsByAddress(context, refreshLimit, request)
    const check = checkHlsToken(secret, body.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    const { streamId, viewerId } = check.token
    const { isPublic } = await requireKnown(streamId)
    if (!isPublic && viewerId !== ownerId) throw new Refusal('stream_not_found')
    return issue(streamId, viewerId)
  })

  route(app, context, 'getHlsKey', async ({ params, query, request, reply }) => {
    if (!query.token) throw new Refusal('hls_token_required')
    const check = checkHlsToken(secret, query.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    if (check.token.streamId !== params.streamId) throw new Refusal('hls_token_invalid')
    const step = context.egress.stepOf(params.streamId)
    // Players tell their viewers.
    if (step !== 'open') reply.header('x-waggle-guard', step)
    const isFree = check.token.viewerId === ownerId || evidenceIdPattern.test(params.streamId)
    if (!isFree) requireRest(step, check.token.viewerId)
    const keyNumber = Number(params.keyNumber)
    const { streamId, viewerId } = check.token
    if (context.measures.hasEnded(streamId)) throw new Refusal('broadcast_ended')
    if (evidenceIdPattern.test(streamId)) {
      reply.type('application/octet-stream')
      return evidenceKey(streamId, keyNumber)
    }
    const { broadcastId, untilMs } = await openKey(check.token, keyNumber)
    if (context.measures.hasEnded(broadcastId)) throw new Refusal('broadcast_ended')
    reply.type('application/octet-stream')
    const key = hlsKey(context.secrets.hlsKeys, broadcastId, keyNumber)
    if (!isCounted(viewerId)) return key
    await countViewer(context, { streamId, viewerId }, request.ip, untilMs)
    return key
  })

  route(app, context, 'leaveStream', async ({ body, request }) => {
    await limitBurstsByAddress(context, leaveLimit, request)
    const check = checkHlsToken(secret, body.token, context.now())
    if (!check.ok) throw new Refusal(check.reason === 'expired' ? 'hls_token_expired' : 'hls_token_invalid')
    if (isCounted(check.token.viewerId)) await removeViewer(context, check.token, request.ip)
    return { success: true as const }
  })

  function issue(streamId: string, viewerId: string | undefined): { token: string; expiresAt: number } {
    const expiresAt = context.now() + (context.hlsTokenLifeMs ?? limits.hlsTokenLifeMs)
    return { token: issueHlsToken(secret, streamId, expiresAt, viewerId), expiresAt }
  }

  /** The channel of a stream that is live or recorded, or of a clip, and whether everybody may watch it. */
  async function requireKnown(streamId: string): Promise<{ owner: string; isPublic: boolean }> {
    if (clipIdPattern.test(streamId)) {
      const clip = await findClip(context.db, streamId)
      if (!clip) throw new Refusal('stream_not_found')
      return { owner: clip.channel, isPublic: clip.isPublic }
    }
    const broadcast = await findBroadcast(context.db, streamId)
    if (broadcast && isLive(broadcast, context.now())) return { owner: broadcast.username, isPublic: true }
    const replay = await findReplay(context.db, streamId)
    if (!replay) throw new Refusal('stream_not_found')
    return { owner: replay.username, isPublic: replay.isPublic }
  }

  /** What is kept of a report is shown to the people who run the site, also of a broadcast that they have ended. */
  async function requireEvidence(mediaId: string, request: FastifyRequest): Promise<void> {
    const session = await sessionOfCall(context, request)
    if (!session || !(await findEvidenceMedia(context.db, mediaId))) throw new Refusal('stream_not_found')
    await requireRights(context, session)
  }

  async function evidenceKey(mediaId: string, keyNumber: number): Promise<Buffer> {
    const media = await findEvidenceMedia(context.db, mediaId)
    if (!media || !(await isKeyOfStretch(context.db, media, keyNumber))) throw new Refusal('not_found')
    return hlsKey(context.secrets.hlsKeys, media.broadcastId, keyNumber)
  }

  /**
   * Returns the broadcast whose key it is, and until when whoever receives it counts as watching. Keys of the present are computed without
   * the database. An older one is served for live playlists, and for what is recorded.
   */
  async function openKey(token: HlsToken, keyNumber: number): Promise<{ broadcastId: string; untilMs: number }> {
    if (clipIdPattern.test(token.streamId)) return openClipKey(token, keyNumber)
    return { broadcastId: token.streamId, untilMs: await openBroadcastKey(token, keyNumber) }
  }

  async function openClipKey(
    { streamId: clipId, viewerId }: HlsToken,
    keyNumber: number,
  ): Promise<{ broadcastId: string; untilMs: number }> {
    const clip = await findClip(context.db, clipId)
    if (!clip || !(clip.isPublic || viewerId === ownerId)) throw new Refusal('not_found')
    if (!(await isKeyOfStretch(context.db, { broadcastId: clip.broadcastId, ...stretchOf(clip) }, keyNumber)))
      throw new Refusal('not_found')
    return { broadcastId: clip.broadcastId, untilMs: replayAudience.opened(clipId) }
  }

  async function openBroadcastKey({ streamId, viewerId }: HlsToken, keyNumber: number): Promise<number> {
    const current = keyNumberAt(context.now())
    const isLiveKey = isKeyServed(keyNumber, context.now())
    if (isLiveKey && keyNumber >= current - 1) return viewerSeenUntilMs(keyNumber)
    const period = { fromMs: (keyNumber - 1) * keyPeriodMs, untilMs: (keyNumber + 2) * keyPeriodMs }
    const recorded = keyNumber < current ? await findRecordedTime(context.db, streamId, period) : undefined
    if (!recorded || recorded.isDeleted || !(isLiveKey || recorded.isRecorded)) throw new Refusal('not_found')
    if (recorded.isOver && !recorded.isPublic && viewerId !== ownerId) throw new Refusal('not_found')
    const isOpen = !mayBeCut(keyNumber, { current, isOver: recorded.isOver })
    if (!isOpen && (await isKeyCut(context.db, streamId, keyNumber, period))) throw new Refusal('not_found')
    if (recorded.isOver) return replayAudience.opened(streamId)
    // Whoever has rewound a live broadcast watches it now.
    return viewerSeenUntilMs(isLiveKey ? keyNumber : current)
  }
}

function viewerLimit(name: string): BurstLimit {
  return {
    burst: { name, points: limits.viewerCallsBurst, perSeconds: limits.viewerCallsBurstSeconds },
    refill: { name: `${name}-refill`, points: limits.viewerCallsPerSecond, perSeconds: 1 },
  }
}
