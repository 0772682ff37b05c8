import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, severalLines, streamId, success, username } from '../fields.ts'
import { actionReasons } from './actions.ts'
import { operatingLimits } from './limits.ts'

const kind = z.enum(['broadcast', 'replay', 'account'])
const outcome = z.enum(['acted', 'unfounded'])
const reportId = z.object({
  reportId: z
    .string()
    .regex(/^[0-9a-z]{1,32}$/)
    .meta({ description: 'The id of the report' }),
})

/** All open reports of one thing, with the evidence as it was at the first of them. */
const reportedThing = z.object({
  id: z.string().meta({ description: 'The latest of its reports' }),
  kind,
  username: z.string().meta({ description: 'Whom it is about' }),
  streamId: z.string().nullable(),
  channel: z.string().nullable().meta({ description: 'In whose chat the account wrote' }),
  title: z.string().meta({ description: 'The title of the broadcast then' }),
  messages: z
    .array(z.object({ at: epochMs, message: z.string() }))
    .meta({ description: 'What the account had written in that chat, the latest last' }),
  firstAt: epochMs,
  latestAt: epochMs,
  reports: z.array(
    z.object({ reporter: z.string(), reason: z.enum(actionReasons), note: z.string(), reportedAt: epochMs }),
  ),
})

/** Reports by viewers, and what became of them (rule OPERATE-6). */
export const reportEndpoints = {
  report: {
    summary: 'Report a broadcast, a replay or an account to the people who run the site',
    auth: 'session',
    body: z.object({
      kind,
      username,
      streamId: streamId.optional().meta({ description: 'The broadcast or the replay' }),
      channel: username.optional().meta({ description: 'In whose chat the account wrote' }),
      reason: z.enum(actionReasons),
      note: severalLines(operatingLimits.noteMaxLength).default(''),
    }),
    response: success,
    errors: [...signedIn, 'note_required', 'stream_not_found', 'account_not_found', 'invalid_request', 'rate_limited'],
  },
  listMyReports: {
    summary: "The caller's reports of the last 90 days, the latest first, and what became of them",
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      reports: z.array(
        z.object({
          id: z.string(),
          kind,
          username: z.string(),
          reason: z.enum(actionReasons),
          reportedAt: epochMs,
          outcome: outcome.nullable().meta({ description: 'Null while it is open' }),
        }),
      ),
    }),
    errors: signedIn,
  },
  listReports: {
    summary: 'What was reported and is open, the longest open first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ things: z.array(reportedThing) }),
    errors: [...signedIn, 'not_operating', 'operating_proof_required'],
  },
  closeReport: {
    summary: 'Close all open reports of the same thing, and tell the reporters what became of them',
    auth: 'session',
    params: reportId,
    body: z.object({ outcome }),
    response: success,
    errors: [
      ...signedIn,
      'not_operating',
      'operating_proof_required',
      'report_closed',
      'invalid_request',
      'rate_limited',
    ],
  },
} as const

export type ReportedThing = z.output<typeof reportedThing>
export type ReportKind = z.output<typeof kind>
export type ReportOutcome = z.output<typeof outcome>
