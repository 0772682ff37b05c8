import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@waggle/contract/errors'
import { limits } from '@waggle/contract/limits'
import type { SessionRow } from '../../db/accounts/sessions.ts'
import { findFollow } from '../../db/follows/follows.ts'
import { Refusal } from '../../http/refusal.ts'
import { previewId, viewersGroup } from '../../http/viewer-count.ts'
import { type GuardStep, hasReached } from '../../lib/egress/guard-steps.ts'
import { addressGroup } from '../../lib/network/address-group.ts'
import type { CoreContext } from '../context.ts'
import { freePlaces } from '../egress/free-places.ts'

/** Who asks for a token of a stream. */
export interface Applicant {
  streamId: string
  owner: string
  session: SessionRow | undefined
  isPreview: boolean
}

/** No random viewer id begins like this. It says nothing about who the member is. */
const memberMark = '~'
export const waitRetrySeconds = 5

/** What is left of a budget at last is for those who are signed in and follow the channel, and for those who run the site (rule EGRESS-10). */
export async function isMember({ db, config }: CoreContext, { session, owner }: Applicant): Promise<boolean> {
  if (!session) return false
  const { username } = session
  if (username === owner || config.operators.includes(username)) return true
  return (await findFollow(db, username, owner)) !== undefined
}

/** The viewer id of a new token; undefined for a random one. */
export async function viewerIdOf(context: CoreContext, applicant: Applicant): Promise<string | undefined> {
  if (applicant.isPreview) return previewId
  return (await isMember(context, applicant)) ? memberMark + randomBytes(9).toString('base64url') : undefined
}

/** Refuses a new viewer whom the budget has no room for. */
export async function admitViewer(context: CoreContext, applicant: Applicant): Promise<void> {
  const refusal = await findRefusal(context, applicant)
  if (refusal) throw new Refusal(refusal, { retryAfterSeconds: waitRetrySeconds })
}

/** Why a new viewer does not get in now. */
export async function findRefusal(context: CoreContext, applicant: Applicant): Promise<ErrorCode | undefined> {
  const { streamId, isPreview } = applicant
  const step = context.egress.stepOf(streamId)
  if (step === 'stopped') return 'traffic_spent'
  if (step === 'members') return !isPreview && (await isMember(context, applicant)) ? undefined : 'members_only'
  return step === 'waiting' ? 'viewers_wait' : undefined
}

/** Refuses a key to those for whom nothing is left, also when they have watched until now. */
export function requireRest(step: GuardStep, viewerId: string): void {
  if (!hasReached(step, 'members')) return
  if (step === 'stopped') throw new Refusal('traffic_spent')
  if (!viewerId.startsWith(memberMark)) throw new Refusal('members_only')
}

/** A place in the line of new viewers: how many are before it, and whether it is its turn. */
export async function takePlace(
  context: CoreContext,
  { streamId, ticket, address }: { streamId: string; ticket: string; address: string },
): Promise<{ before: number; waiting: number; isTurn: boolean }> {
  const { state, now } = context
  const group = `waiting:${streamId}`
  const ofAddress = `${group}:${addressGroup(address)}`
  const untilMs = now() + keptPlaceMs
  if (!(await state.presence.touchWithin(ofAddress, ticket, untilMs, limits.waitingPerAddress))) {
    throw new Refusal('rate_limited', { retryAfterSeconds: waitRetrySeconds })
  }
  const { before, length } = await state.line.join(group, ticket, untilMs)
  const [viewers = 0] = await state.presence.count([viewersGroup(streamId)])
  const isTurn = before < (await freePlaces(context, { streamId, viewers }))
  if (isTurn || before >= limits.waitingMax) {
    await Promise.all([state.line.leave(group, ticket), state.presence.leave(ofAddress, ticket)])
  }
  if (!isTurn && before >= limits.waitingMax) throw new Refusal('rate_limited', { retryAfterSeconds: waitRetrySeconds })
  return { before, waiting: length, isTurn }
}

/** Whoever has not asked for this long has left. */
const keptPlaceMs = 30_000
