import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, severalLines, success } from '../fields.ts'
import { actionKinds, actionReasons } from './actions.ts'
import { operatingLimits } from './limits.ts'

const params = z.object({
  actionId: z
    .string()
    .regex(/^[0-9a-z]{1,32}$/)
    .meta({ description: 'The id of the action' }),
})
const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const

const appealOutcome = z.enum(['upheld', 'reverted'])
export type AppealOutcome = z.output<typeof appealOutcome>

/** What was decided about an account, as the account is told. */
const decision = {
  actionId: z.string(),
  kind: z.enum(actionKinds),
  streamId: z.string().nullable(),
  reason: z.enum(actionReasons),
  statement: z.string(),
  takenAt: epochMs,
  until: epochMs.nullable().meta({ description: 'When it ends by itself; null if it does not' }),
  undoneAt: epochMs.nullable(),
}

const appeal = {
  text: z.string(),
  appealedAt: epochMs,
  outcome: appealOutcome.nullable().meta({ description: 'Null until somebody has decided' }),
  answer: z.string(),
  decidedAt: epochMs.nullable(),
}

const statement = z.object({
  ...decision,
  isAfterReport: z.boolean().meta({ description: 'Whether somebody had reported it' }),
  appealableUntil: epochMs.nullable().meta({ description: 'Null when it cannot be appealed, or not any more' }),
  appeal: z.object(appeal).nullable(),
})

const siteAppeal = z.object({
  ...decision,
  ...appeal,
  username: z.string().meta({ description: 'Who appeals' }),
  note: z.string().meta({ description: 'What the log says' }),
  takenBy: z.string().meta({ description: 'Who acted, and does not decide here' }),
  reportId: z.string().nullable().meta({ description: 'The report that led to it' }),
  decidedBy: z.string().nullable(),
})

/** Statements of reasons, and appeals against what was decided (rules OPERATE-10, OPERATE-11). */
export const appealEndpoints = {
  listMyStatements: {
    summary: 'What the people who run the site have decided about the caller, why, and what became of appeals',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ statements: z.array(statement).meta({ description: 'The latest first' }) }),
    errors: signedIn,
  },
  appeal: {
    summary: 'Appeal against a decision, once. Another moderator than the one who acted decides',
    auth: 'session',
    params,
    body: z.object({ text: severalLines(operatingLimits.noteMaxLength).refine((text) => text !== '') }),
    response: success,
    errors: [...signedIn, 'action_not_found', 'appeal_made', 'appeal_too_late', 'invalid_request', 'rate_limited'],
  },
  listAppeals: {
    summary: 'Appeals: what is undecided, the longest open first, and what was decided lately',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ open: z.array(siteAppeal), decided: z.array(siteAppeal) }),
    errors: operating,
  },
  decideAppeal: {
    summary: 'Uphold a decision, or revert it, which undoes the action. Not for who took it',
    auth: 'session',
    params,
    body: z.object({
      outcome: appealOutcome,
      answer: severalLines(operatingLimits.noteMaxLength).default('').meta({ description: 'For who appealed' }),
    }),
    response: success,
    errors: [...operating, 'appeal_not_found', 'own_decision', 'appeal_decided', 'invalid_request', 'rate_limited'],
  },
} as const

export type Statement = z.output<typeof statement>
export type SiteAppeal = z.output<typeof siteAppeal>
