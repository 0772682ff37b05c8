import { admissionLimits } from '@waggle/contract/admission/limits'
import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import type { FastifyInstance } from 'fastify'
import {
  type AdmissionRequest,
  findAdmissionRequest,
  listAdmissionRequests,
  saveAdmissionRequest,
} from '../../db/admission/admission-requests.ts'
import { broadcastRefusalOf, liveTime } from '../../http/admission/admission.ts'
import { settingInEffect } from '../../http/admission/setting-in-effect.ts'
import { limitCalls } from '../../http/limits/limit-calls.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { Limit } from '../../shared-state/shared-state.ts'
import type { CoreContext } from '../context.ts'

const dayMs = 24 * 60 * 60_000
const requestLimit: Limit = { name: 'admission-request', points: 5, perSeconds: 3600 }

/** What an account is told of whether it may broadcast, and how it asks for it (rules ADMIT-1, ADMIT-2). */
export function myAdmissionRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, state, now, settings } = context

  route(app, context, 'getMyAdmission', async ({ session: { username } }) => {
    const [refusal, request, lastEncoderRefusal, { liveMs }] = await Promise.all([
      broadcastRefusalOf(context, username),
      findAdmissionRequest(db, username),
      state.findFact('encoder-refusal', username),
      liveTime(context, username),
    ])
    const { maxKilobitsPerSecond, maxHeight, maxHoursPerDay, maxBroadcasts } = settingInEffect(settings, 'broadcasters')
    return {
      refusal: refusal ?? null,
      canAsk: refusal?.code === 'approval_required' && mayAskAgainAtMs(request) <= now() && request?.state !== 'open',
      request: request ? { text: request.text, requestedAt: request.requestedAtMs, state: request.state } : null,
      lastEncoderRefusal: lastEncoderRefusal ?? null,
      limits: { maxKilobitsPerSecond, maxHeight, maxHoursPerDay, maxBroadcasts },
      liveMinutes: Math.floor(liveMs / 60_000),
    }
  })

  route(app, context, 'requestAdmission', async ({ body, session: { username } }) => {
    const refusal = await broadcastRefusalOf(context, username)
    if (refusal?.code !== 'approval_required') throw new Refusal('request_not_needed')
    const known = await findAdmissionRequest(db, username)
    const againAtMs = mayAskAgainAtMs(known)
    if (againAtMs > now()) {
      const time = `${new Date(againAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      throw new Refusal('request_declined', { message: fill(errors.request_declined.message, { time }) })
    }
    await limitCalls(context, requestLimit, username)
    const { requestsMax } = admissionLimits
    if (known?.state !== 'open' && (await listAdmissionRequests(db, requestsMax)).length >= requestsMax) {
      throw new Refusal('list_full')
    }
    await saveAdmissionRequest(db, { username, text: body.text, requestedAtMs: now() })
    return { success: true as const }
  })
}

function mayAskAgainAtMs(request: AdmissionRequest | undefined): number {
  if (request?.state !== 'declined') return 0
  return (request.decidedAtMs ?? 0) + admissionLimits.askAgainDays * dayMs
}
