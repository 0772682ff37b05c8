import type { ReviewKind } from '@waggle/contract/operating/actions'
import type { ReportOutcome } from '@waggle/contract/operating/reported-thing'
import type { Db } from '../../db/open.ts'
import {
  closeThing,
  findThing,
  giveBackThing,
  type ReportedThingRow,
  takeThing,
} from '../../db/operating/reported-things.ts'
import { insertSiteAction, type SiteActionRow } from '../../db/operating/site-actions.ts'
import { clearAlert } from '../../db/site-health/alerts.ts'
import { Refusal } from '../../http/refusal.ts'

interface Reviewer {
  by: string
  nowMs: number
}

/** Takes a report for an hour. Refused when it is closed, or somebody else has it. */
export async function takeReported(db: Db, id: string, { by, nowMs }: Reviewer): Promise<void> {
  const thing = await requireThing(db, id, nowMs)
  if (!(await takeThing(db, id, by, nowMs))) throw await whyNot(db, id, nowMs)
  if (thing.takenBy !== by) await logReview(db, 'take-report', thing, { by, nowMs })
}

export async function giveBackReported(db: Db, id: string, { by, nowMs }: Reviewer): Promise<void> {
  const thing = await requireThing(db, id, nowMs)
  if (!(await giveBackThing(db, id, by, nowMs))) throw await whyNot(db, id, nowMs)
  if (thing.takenBy === by) await logReview(db, 'give-back-report', thing, { by, nowMs })
}

/** Closes all reports of a thing. Refused when they are closed, or somebody else has taken them. */
export async function closeReported(
  db: Db,
  id: string,
  { outcome, explanation, by, nowMs }: { outcome: ReportOutcome; explanation: string } & Reviewer,
): Promise<void> {
  const thing = await requireThing(db, id, nowMs)
  if (!(await closeThing(db, id, { outcome, explanation, by, nowMs }))) throw await whyNot(db, id, nowMs)
  await clearAlert(db, 'report', id, nowMs)
  const kind = outcome === 'acted' ? 'act-on-report' : 'dismiss-report'
  await logReview(db, kind, thing, { by, nowMs, note: explanation })
}

/** Writes what was done with a report or an appeal into the log that only grows. */
export async function logReview(
  db: Db,
  kind: ReviewKind,
  about: {
    username: string
    streamId: string | null
    reportId?: string | null
    id?: string
    reason?: SiteActionRow['reason']
  },
  { by, nowMs, note = '' }: Reviewer & { note?: string },
): Promise<void> {
  const { username, streamId, reportId = about.id ?? null, reason = null } = about
  await insertSiteAction(db, {
    ...{ kind, username, streamId, reportId, reason, note },
    ...{ takenBy: by, takenAtMs: nowMs, untilMs: null },
  })
}

async function requireThing(db: Db, id: string, nowMs: number): Promise<ReportedThingRow> {
  const thing = await findThing(db, id, nowMs)
  if (thing === undefined) throw new Refusal('report_closed')
  return thing
}

async function whyNot(db: Db, id: string, nowMs: number): Promise<Refusal> {
  const thing = await findThing(db, id, nowMs)
  return new Refusal(thing && thing.outcome === null ? 'report_taken' : 'report_closed')
}
