import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { authLimits } from '../auth/limits.ts'
import { storedGroups } from './groups.ts'

const proof = z.object({
  username: z.string().max(64),
  challenge: z.string().max(authLimits.challengeMaxLength),
  signature: z.string().max(200),
  verifier: z.string().max(64).optional(),
})

const counts = z.array(z.object({ group: z.enum(storedGroups), rows: z.int() }))

const proofErrors = [
  'not_your_account',
  'challenge_invalid',
  'challenge_expired',
  'challenge_used',
  'signature_invalid',
  'hive_unavailable',
  'rate_limited',
] as const

/** What the site holds on the caller (rules PRIVACY-1 to PRIVACY-4). */
export const privacyEndpoints = {
  getStoredData: {
    summary: 'How much the site holds on the caller: what a deletion removes, and what stays',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      isLive: z.boolean().meta({ description: 'Live channels, and those whose encoder may return, are not deleted' }),
      deleted: counts.meta({ description: 'Records that a deletion removes, by subject' }),
      stays: counts.meta({ description: 'Records that stay: what moderators have done, and what is on the chain' }),
    }),
    errors: [...signedIn, 'rate_limited'],
  },
  downloadStoredData: {
    summary: 'All that the site holds on the caller, as a file of JSON, with a fresh signature for this purpose',
    auth: 'session',
    cache: 'no-store',
    body: proof,
    response: 'application/octet-stream',
    errors: [...signedIn, ...proofErrors, 'data_download_busy'],
  },
  deleteStoredData: {
    summary:
      'Delete what the site holds on the caller, with a fresh signature for this purpose. All sessions end at once; the rest is gone within minutes',
    auth: 'session',
    cache: 'no-store',
    body: proof,
    response: z.object({ stays: counts }),
    errors: [...signedIn, ...proofErrors, 'still_live'],
  },
} as const
