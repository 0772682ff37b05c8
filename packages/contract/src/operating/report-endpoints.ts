import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, success } from '../fields.ts'
import { noticeSecretPattern } from '../names.ts'
import { operatingLimits } from './limits.ts'
import { noticeProof } from './proof-of-work.ts'
import { reportFields, reportStatement } from './reported-thing.ts'

const noticeSecret = z
  .string()
  .regex(noticeSecretPattern)
  .meta({ description: 'The secret that the sender received. It is in no address, and nobody else knows it' })

/** What may be wrong with the thing that is reported. */
const reportErrors = [
  'note_required',
  'stream_not_found',
  'clip_not_found',
  'chat_message_not_found',
  'account_not_found',
  'invalid_request',
  'rate_limited',
] as const

/** Reports by viewers, and what became of them (rule OPERATE-6). */
export const reportEndpoints = {
  report: {
    summary: 'Report a broadcast, a replay, a clip, a message or an account to the people who run the site',
    auth: 'session',
    body: z.object(reportFields),
    response: success,
    errors: [...signedIn, ...reportErrors],
  },
  listMyReports: {
    summary: "The caller's reports of the last 90 days, the latest first, and what became of them",
    auth: 'session',
    cache: 'no-store',
    response: z.object({ reports: z.array(z.object({ id: z.string(), ...reportStatement })) }),
    errors: signedIn,
  },
  createNoticeChallenge: {
    summary: 'What a client computes before it sends a notice: a proof of work, in place of a captcha',
    auth: 'none',
    cache: 'no-store',
    response: z.object({
      challenge: z.string(),
      puzzles: z.int().meta({ description: 'How many numbers are wanted' }),
      bits: z.int().meta({ description: 'With how many zero bits each hash begins' }),
      expiresAt: epochMs,
    }),
    errors: ['rate_limited'],
  },
  sendNotice: {
    summary: 'Report something without an account, with a proof of work that is used once',
    auth: 'none',
    cache: 'no-store',
    body: z.object({
      ...reportFields,
      email: z
        .union([z.literal(''), z.email().max(operatingLimits.emailMaxLength)])
        .default('')
        .meta({ description: 'Where the people who run the site may ask back' }),
      challenge: z.string().max(200),
      solution: z.array(z.int().min(0).max(0xffff_ffff)).length(noticeProof.puzzles).meta({
        description:
          'For each puzzle a number so that SHA-256 of seed, index and number (32, 4 and 4 bytes) is as wanted',
      }),
    }),
    response: z.object({ secret: noticeSecret }),
    errors: [...reportErrors, 'proof_of_work_invalid'],
  },
  getNotice: {
    summary: 'What became of a notice, for its sender',
    auth: 'none',
    cache: 'no-store',
    body: z.object({ secret: noticeSecret }),
    response: z.object(reportStatement),
    errors: ['report_not_found', 'invalid_request', 'rate_limited'],
  },
} as const
