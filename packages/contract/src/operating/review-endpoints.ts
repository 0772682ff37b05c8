import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { writtenMessage } from '../chat/entities.ts'
import { epochMs, severalLines, success, username } from '../fields.ts'
import { actionReasons } from './actions.ts'
import { operatingLimits } from './limits.ts'
import { reportId, reportKind, reportOutcome } from './reported-thing.ts'

const params = z.object({ reportId: reportId.meta({ description: 'The id of the reported thing' }) })
const errors = [...signedIn, 'not_operating', 'operating_proof_required'] as const

/** All reports of one thing. */
const reportedThing = z.object({
  id: z.string(),
  kind: reportKind,
  username: z.string().meta({ description: 'Whom it is about' }),
  streamId: z.string().nullable(),
  channel: z
    .string()
    .nullable()
    .meta({ description: 'In whose chat the account wrote, or whose broadcast the clip shows' }),
  messageId: z.string().nullable().meta({ description: 'The message in that chat' }),
  title: z.string().meta({ description: 'The title then' }),
  message: z.string().nullable().meta({ description: 'What was written, of a message, while its evidence is kept' }),
  firstAt: epochMs,
  reports: z
    .array(
      z.object({
        reporter: z.string().nullable().meta({ description: 'Null: somebody without an account' }),
        email: z.string(),
        reason: z.enum(actionReasons),
        note: z.string(),
        reportedAt: epochMs,
      }),
    )
    .meta({ description: 'The first ones' }),
  count: z.int().meta({ description: 'How many there are' }),
  takenBy: z.string().nullable().meta({ description: 'Who has taken it, for an hour' }),
  outcome: reportOutcome.nullable(),
  explanation: z.string(),
  closedBy: z.string().nullable(),
  closedAt: epochMs.nullable(),
})

const evidence = z.object({
  messages: z
    .array(z.object({ at: epochMs, username: z.string(), message: z.string(), isReported: z.boolean() }))
    .meta({ description: 'What was written then, the latest last' }),
  picture: z.string().nullable().meta({ description: 'A JPEG in base64' }),
  media: z
    .object({
      streamId: z.string().meta({ description: 'What its keys and playlists are requested by' }),
      playlistPath: z.string(),
      startsAt: epochMs,
      endsAt: epochMs,
    })
    .nullable(),
  deletedAt: epochMs.nullable().meta({ description: 'When it will be deleted; null while the report is open' }),
})

/** The queue of the people who run the site (rules OPERATE-6, OPERATE-8, OPERATE-9). */
export const reviewEndpoints = {
  listReports: {
    summary: 'What was reported: what is open, the longest open first; or what was closed, the latest first',
    auth: 'session',
    cache: 'no-store',
    query: z.object({
      state: z.enum(['open', 'closed']).default('open').meta({ description: 'Which ones' }),
      after: z.string().max(32).optional().meta({ description: 'The id of the last one of the page before' }),
    }),
    response: z.object({ things: z.array(reportedThing), hasMore: z.boolean() }),
    errors: [...errors, 'invalid_request'],
  },
  getAccountRecord: {
    summary:
      'What an account is judged by: what was reported of it, what it wrote last, its age and reputation on Hive',
    auth: 'session',
    cache: 'no-store',
    params: z.object({ username }),
    response: z.object({
      things: z.array(reportedThing).meta({ description: 'Open and closed ones, the latest first' }),
      messages: z
        .array(writtenMessage)
        .meta({ description: 'In all chats, the latest first, as the moderators of each see them' }),
      accountCreatedAt: epochMs.nullable().meta({ description: 'On Hive; null while it does not answer' }),
      reputation: z.number().nullable().meta({ description: 'On Hive; null while it does not answer' }),
    }),
    errors,
  },
  getReportEvidence: {
    summary: 'What was to be seen when it was reported',
    auth: 'session',
    cache: 'no-store',
    params,
    response: evidence,
    errors: [...errors, 'report_not_found', 'invalid_request'],
  },
  takeReport: {
    summary: 'Take a report for an hour, so that nobody else works on it',
    auth: 'session',
    params,
    response: success,
    errors: [...errors, 'report_closed', 'report_taken', 'invalid_request', 'rate_limited'],
  },
  giveBackReport: {
    summary: 'Give a report back that the caller has taken',
    auth: 'session',
    params,
    response: success,
    errors: [...errors, 'report_closed', 'report_taken', 'invalid_request', 'rate_limited'],
  },
  closeReport: {
    summary: 'Close all reports of a thing, and tell the reporters what became of them',
    auth: 'session',
    params,
    body: z.object({
      outcome: reportOutcome,
      explanation: severalLines(operatingLimits.noteMaxLength).default('').meta({ description: 'For the reporters' }),
    }),
    response: success,
    errors: [...errors, 'report_closed', 'report_taken', 'invalid_request', 'rate_limited'],
  },
} as const

export type ReportedThing = z.output<typeof reportedThing>
export type ReportEvidence = z.output<typeof evidence>
