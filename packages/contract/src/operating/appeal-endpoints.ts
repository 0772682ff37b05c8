import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { authLimits } from '../auth/limits.ts'
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
  isDecidedAlone: z
    .boolean()
    .meta({ description: 'Whether the one who had acted decided, because nobody else was there' }),
}

const statement = z.object({
  ...decision,
  isAfterReport: z.boolean().meta({ description: 'Whether somebody had reported it' }),
  appealableUntil: epochMs.nullable().meta({ description: 'Null when it cannot be appealed, or not any more' }),
  hasAnotherToDecide: z
    .boolean()
    .meta({ description: 'Whether anybody else than who decided is there to look at an appeal' }),
  appeal: z.object(appeal).nullable(),
})

const siteAppeal = z.object({
  ...decision,
  ...appeal,
  username: z.string().meta({ description: 'Who appeals' }),
  note: z.string().meta({ description: 'What the log says' }),
  takenBy: z.string().meta({ description: 'Who acted' }),
  reportId: z.string().nullable().meta({ description: 'The report that led to it' }),
  decidedBy: z.string().nullable(),
  decision: z.enum(['yours', 'signed', 'another']).meta({
    description:
      'Who decides: the caller; the caller, who has acted, with a signature of its own, because nobody else is there; or another than the caller',
  }),
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
    summary: 'Appeal against a decision, once. Another moderator than the one who acted decides, if there is any',
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
    summary:
      'Uphold a decision, or revert it, which undoes the action. Who took it decides only while nobody else is there, and signs it',
    auth: 'session',
    params,
    body: z.object({
      outcome: appealOutcome,
      answer: severalLines(operatingLimits.noteMaxLength).default('').meta({ description: 'For who appealed' }),
      proof: z
        .object({
          challenge: z.string().max(authLimits.challengeMaxLength),
          signature: z.string().max(200),
          verifier: z.string().max(64).optional(),
        })
        .optional()
        .meta({ description: "A fresh challenge for 'operate', signed: for a decision about an action of one's own" }),
    }),
    response: success,
    errors: [
      ...operating,
      'appeal_not_found',
      'own_decision',
      'own_decision_proof_required',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'hive_unavailable',
      'appeal_decided',
      'invalid_request',
      'rate_limited',
    ],
  },
} as const

export type Statement = z.output<typeof statement>
export type SiteAppeal = z.output<typeof siteAppeal>
