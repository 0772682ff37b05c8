import type { broadcastRefusals } from '@waggle/contract/admission/errors'
import { errors } from '@waggle/contract/errors'
import { fill } from '@waggle/contract/sentences'
import { listBroadcastTimes } from '../../db/broadcasts/broadcast-times.ts'
import type { Db } from '../../db/open.ts'
import { valuesOf } from '../operating/measure-refusal.ts'
import type { SiteMeasures } from '../operating/site-measures.ts'
import { siteRoleOf } from '../operating/site-role.ts'
import type { SiteSettings } from '../operating/site-settings.ts'
import type { AdmittedAccounts } from './admitted-accounts.ts'
import type { ChainAccounts } from './chain-accounts.ts'
import { settingInEffect } from './setting-in-effect.ts'

export interface AdmissionContext {
  config: { operators: readonly string[] }
  db: Db
  settings: Pick<SiteSettings, 'find'>
  measures: Pick<SiteMeasures, 'find'>
  admitted: Pick<AdmittedAccounts, 'has'>
  chainAccounts: ChainAccounts
  now(): number
}

type RefusalCode = (typeof broadcastRefusals)[number]

/** Why an account may not broadcast: the sentence for its encoder and for its pages. */
export interface BroadcastRefusal {
  code: RefusalCode
  message: string
}

const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000

/**
 * Why an account may not broadcast now; undefined if it may (rules ADMIT-1 to ADMIT-4). Those who run the site need no approval, no age
 * and no reputation. `isContinued` for a broadcast that is on air: an outage of Hive does not end it.
 */
export async function broadcastRefusalOf(
  context: AdmissionContext,
  username: string,
  { isContinued = false } = {},
): Promise<BroadcastRefusal | undefined> {
  const suspension = context.measures.find(username, 'broadcasting')
  if (suspension) return refuse('account_suspended', valuesOf(suspension))
  const runsSite = (await siteRoleOf(context, username)) !== null
  const refusal = runsSite ? undefined : await judgeAccount(context, username, isContinued)
  return refusal ?? judgeHours(context, username)
}

async function judgeAccount(context: AdmissionContext, username: string, isContinued: boolean) {
  const { settings, admitted } = context
  if (settingInEffect(settings, 'entrance').isPrivate && !admitted.has('members', username))
    return refuse('not_a_member')
  const { who, minAccountAgeDays, minReputation } = settingInEffect(settings, 'broadcasters')
  if (who !== 'everybody' && !admitted.has('streamers', username)) {
    return refuse(who === 'approved' ? 'approval_required' : 'not_on_list')
  }
  // Whoever was chosen by a person is not judged by numbers.
  if (admitted.has('streamers', username) || (minAccountAgeDays === 0 && minReputation === null)) return undefined
  const account = await context.chainAccounts.find(username)
  if (account === undefined) return isContinued ? undefined : refuse('account_unknown')
  const waitMs = account.createdAtMs + minAccountAgeDays * dayMs - context.now()
  if (minAccountAgeDays > 0 && waitMs > 0) {
    return refuse('broadcaster_too_young', { age: inDays(minAccountAgeDays), left: inDays(Math.ceil(waitMs / dayMs)) })
  }
  if (minReputation !== null && account.reputation < minReputation) {
    const yours = Math.floor(account.reputation)
    return refuse('broadcaster_reputation_too_low', { needed: minReputation, yours })
  }
  return undefined
}

async function judgeHours(context: AdmissionContext, username: string): Promise<BroadcastRefusal | undefined> {
  const hours = settingInEffect(context.settings, 'broadcasters').maxHoursPerDay
  // Nobody is live for more than 24 hours of 24.
  if (hours === null || hours === 24) return undefined
  const { liveMs, oldestFromMs } = await liveTime(context, username)
  if (liveMs < hours * hourMs) return undefined
  // A minute of the oldest has left the last 24 hours by then.
  const again = new Date(oldestFromMs + dayMs + 60_000)
  return refuse('hours_used', { hours, time: `${again.toISOString().slice(0, 16).replace('T', ' ')} UTC` })
}

/** How long an account was live in the last 24 hours, and when that began. */
export async function liveTime(
  { db, now }: Pick<AdmissionContext, 'db' | 'now'>,
  username: string,
): Promise<{ liveMs: number; oldestFromMs: number }> {
  const nowMs = now()
  const times = (await listBroadcastTimes(db, username, nowMs - dayMs)).map(({ startedAtMs, untilMs }) => ({
    fromMs: Math.max(startedAtMs, nowMs - dayMs),
    untilMs: Math.min(untilMs, nowMs),
  }))
  return {
    liveMs: times.reduce((sum, { fromMs, untilMs }) => sum + Math.max(0, untilMs - fromMs), 0),
    oldestFromMs: Math.min(nowMs, ...times.map(({ fromMs }) => fromMs)),
  }
}

/** A refusal with its sentence. */
export function refuse(code: RefusalCode, values: Record<string, string | number> = {}): BroadcastRefusal {
  return { code, message: fill(errors[code].message, values) }
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
