import { isAction, type ReviewKind } from '@waggle/contract/operating/actions'
import type { AppealOutcome, SiteAppeal, Statement } from '@waggle/contract/operating/appeal-endpoints'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import {
  type AppealRow,
  decideAppeal,
  findAppeal,
  insertAppeal,
  listAppeals,
  listAppealsAgainst,
} from '../../db/operating/appeals.ts'
import {
  findSiteAction,
  listActionsAgainst,
  listSiteActionsById,
  revertSiteAction,
  type SiteActionRow,
} from '../../db/operating/site-actions.ts'
import { limitCallsByAddress } from '../../http/limits/limit-calls.ts'
import { listWhoRunsSite } from '../../http/operating/site-role.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import { proofLimit, withProof } from '../auth/proof.ts'
import type { CoreContext } from '../context.ts'
import { logReview } from '../operating/reported.ts'
import { requireRights } from '../operating/rights.ts'
import { publishAgain } from '../operating/site-actions.ts'

const dayMs = 24 * 60 * 60_000
const shown = 50

/** What an account is told of a decision about it, and its appeal, which another moderator decides if there is any (rules OPERATE-10, OPERATE-11, OPERATE-14). */
export function appealRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now, measures } = context

  route(app, context, 'listMyStatements', async ({ session }) => {
    const sinceMs = now() - operatingLimits.ownReportsDays * dayMs
    const actions = await listActionsAgainst(db, session.username, { sinceMs, limit: shown })
    const appeals = await listAppealsAgainst(
      db,
      actions.map(({ id }) => id),
    )
    const byAction = new Map(appeals.map((appeal) => [appeal.actionId, appeal]))
    const people = await listWhoRunsSite(context)
    const toOwn = (action: SiteActionRow) => ({
      ...toStatement(action, byAction.get(action.id), now()),
      hasAnotherToDecide: hasAnother(people, action),
    })
    return { statements: actions.map(toOwn) }
  })

  route(app, context, 'appeal', async ({ params: { actionId }, body, session }) => {
    const { username } = session
    await db.transaction().execute(async (transaction) => {
      const action = await findSiteAction(transaction, actionId)
      if (action?.username !== username || !isAction(action.kind)) throw new Refusal('action_not_found')
      if (await findAppeal(transaction, actionId)) throw new Refusal('appeal_made')
      if (appealableUntil(action, now()) === null) throw new Refusal('appeal_too_late')
      const appeal = { actionId, username, text: body.text, appealedAtMs: now() }
      if (!(await insertAppeal(transaction, appeal))) throw new Refusal('appeal_made')
      await logReview(transaction, 'appeal', action, { by: username, nowMs: now() })
    })
    return { success: true as const }
  })

  route(app, context, 'listAppeals', async ({ session }) => {
    await requireRights(context, session)
    const [open, decided] = await Promise.all([
      listAppeals(db, 'open', operatingLimits.pageSize),
      listAppeals(db, 'decided', operatingLimits.pageSize),
    ])
    const actions = await listSiteActionsById(
      db,
      [...open, ...decided].map(({ actionId }) => actionId),
    )
    const byId = new Map(actions.map((action) => [action.id, action]))
    const people = await listWhoRunsSite(context)
    const decisionOf = (action: SiteActionRow) => {
      if (action.takenBy !== session.username) return 'yours'
      return hasAnother(people, action) ? 'another' : 'signed'
    }
    const join = (appeals: AppealRow[]) =>
      appeals.flatMap((appeal) => {
        const action = byId.get(appeal.actionId)
        return action ? [{ ...toSiteAppeal(appeal, action), decision: decisionOf(action) } satisfies SiteAppeal] : []
      })
    return { open: join(open), decided: join(decided) }
  })

  route(app, context, 'decideAppeal', async ({ params: { actionId }, body, session, request }) => {
    await requireRights(context, session)
    const { outcome, answer, proof } = body
    const { username } = session
    const by = { by: username, nowMs: now() }
    const decide = async (transaction: Db) => {
      const action = await findSiteAction(transaction, actionId)
      if (!action || !(await findAppeal(transaction, actionId))) throw new Refusal('appeal_not_found')
      const isDecidedAlone = action.takenBy === username
      if (isDecidedAlone) await requireNobodyElse({ ...context, db: transaction }, action)
      const decision = { outcome, answer, decidedBy: username, nowMs: now(), isDecidedAlone }
      if (!(await decideAppeal(transaction, actionId, decision))) throw new Refusal('appeal_decided')
      const kind = kindOf(outcome, isDecidedAlone)
      await logReview(transaction, kind, action, { ...by, note: answer })
      if (outcome === 'upheld') return
      const undone = await revertSiteAction(transaction, actionId, { undoneBy: username, nowMs: now() })
      if (undone) await publishAgain(transaction, undone)
    }
    const action = await findSiteAction(db, actionId)
    if (action?.takenBy === username) {
      await requireNobodyElse(context, action)
      if (proof === undefined) throw new Refusal('own_decision_proof_required')
      await limitCallsByAddress(context, proofLimit, request)
      await withProof(context, username, 'operate', proof, decide)
    } else await db.transaction().execute(decide)
    if (outcome === 'reverted') await measures.announce()
    return { success: true as const }
  })
}

/** Whether anybody runs the site who has neither acted nor is concerned. */
function hasAnother(people: ReadonlySet<string>, { takenBy, username }: SiteActionRow): boolean {
  return [...people].some((name) => name !== takenBy && name !== username)
}

async function requireNobodyElse(context: Parameters<typeof listWhoRunsSite>[0], action: SiteActionRow): Promise<void> {
  if (hasAnother(await listWhoRunsSite(context), action)) throw new Refusal('own_decision')
}

function kindOf(outcome: AppealOutcome, isDecidedAlone: boolean): ReviewKind {
  if (isDecidedAlone) return outcome === 'reverted' ? 'revert-appeal-alone' : 'uphold-appeal-alone'
  return outcome === 'reverted' ? 'revert-appeal' : 'uphold-appeal'
}

/** Null when it can no longer be appealed. */
function appealableUntil({ takenAtMs, undoneAtMs }: SiteActionRow, nowMs: number): number | null {
  const untilMs = takenAtMs + operatingLimits.appealDays * dayMs
  return undoneAtMs === null && nowMs < untilMs ? untilMs : null
}

function toStatement(
  action: SiteActionRow,
  appeal: AppealRow | undefined,
  nowMs: number,
): Omit<Statement, 'hasAnotherToDecide'> {
  return {
    ...toDecision(action),
    isAfterReport: action.reportId !== null,
    appealableUntil: appeal === undefined ? appealableUntil(action, nowMs) : null,
    appeal: appeal ? toAppeal(appeal) : null,
  }
}

function toSiteAppeal(appeal: AppealRow, action: SiteActionRow): Omit<SiteAppeal, 'decision'> {
  const { username, note, takenBy, reportId } = action
  return { ...toDecision(action), ...toAppeal(appeal), username, note, takenBy, reportId, decidedBy: appeal.decidedBy }
}

function toDecision({ id, kind, streamId, reason, statement, takenAtMs, untilMs, undoneAtMs }: SiteActionRow) {
  if (!isAction(kind)) throw new Error('only an action against an account can be appealed')
  return {
    ...{ actionId: id, kind, streamId, statement },
    reason: reason ?? ('other' as const),
    takenAt: takenAtMs,
    until: untilMs,
    undoneAt: undoneAtMs,
  }
}

function toAppeal({ text, appealedAtMs, outcome, answer, decidedAtMs, isDecidedAlone }: AppealRow) {
  return { text, appealedAt: appealedAtMs, outcome, answer, decidedAt: decidedAtMs, isDecidedAlone }
}
