import { z } from 'zod'
import { epochMs, severalLines, streamId, username } from '../fields.ts'
import { actionReasons, reportKinds } from './actions.ts'
import { operatingLimits } from './limits.ts'

export const reportKind = z.enum(reportKinds)
export type ReportKind = z.output<typeof reportKind>

export const reportOutcome = z.enum(['acted', 'unfounded'])
export type ReportOutcome = z.output<typeof reportOutcome>

export const reportId = z.string().regex(/^[0-9a-z]{1,32}$/)

/** What somebody says is wrong, and with what. */
export const reportFields = {
  kind: reportKind,
  username: username.meta({ description: 'Whom it is about; of a clip, its maker' }),
  streamId: streamId.optional().meta({ description: 'The broadcast, the replay or the clip' }),
  channel: username.optional().meta({ description: 'In whose chat the account wrote' }),
  messageId: z.string().max(32).optional().meta({ description: 'The message in that chat' }),
  at: epochMs.optional().meta({ description: 'The time of the picture that is reported; without it, of now' }),
  reason: z.enum(actionReasons),
  note: severalLines(operatingLimits.noteMaxLength).default(''),
}

/** What became of a report, and why: what its reporter is told. */
export const reportStatement = {
  kind: reportKind,
  username: z.string(),
  reason: z.enum(actionReasons),
  reportedAt: epochMs,
  outcome: reportOutcome.nullable().meta({ description: 'Null while it is open' }),
  explanation: z.string().meta({ description: 'What the people who run the site say about it' }),
  closedAt: epochMs.nullable(),
}
