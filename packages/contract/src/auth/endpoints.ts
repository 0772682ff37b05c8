import { z } from 'zod'
import { epochMs, success, username } from '../fields.ts'
import { actionReasons, restrictedScopes } from '../operating/actions.ts'
import { signedIn } from './errors.ts'
import { authLimits } from './limits.ts'

const session = z.object({
  id: z.string().meta({ description: 'Names the session, and cannot be used as its token' }),
  browser: z.string().nullable().meta({ description: "The name of the browser that signed in, such as 'Firefox'" }),
  system: z.string().nullable().meta({ description: "The system it ran on, such as 'Windows'" }),
  createdAt: epochMs,
  lastUsedAt: epochMs.meta({ description: 'To within a few minutes, in milliseconds since 1970-01-01 UTC' }),
  expiresAt: epochMs,
  isCurrent: z.boolean().meta({ description: 'Whether this call was made with this session' }),
})

const restriction = z.object({
  scope: z.enum(restrictedScopes),
  reason: z.enum(actionReasons),
  until: epochMs.nullable().meta({ description: 'Null: until it is undone' }),
})

const profile = z.object({ username: z.string(), avatar: z.string() })

/** Signing in, sessions, and the stream key, which needs a signature of its own (rules API-1 to API-4 and API-20). */
export const authEndpoints = {
  getChallenge: {
    summary: 'A challenge to sign with the wallet',
    auth: 'none',
    cache: 'no-store',
    query: z.object({
      purpose: z.enum(['login', 'stream-key', 'operate', 'download-data', 'delete-data']).default('login'),
      username: username.optional(),
      bind: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .optional()
        .meta({ description: 'base64url(SHA-256(verifier)): binds the challenge to the page that requested it' }),
    }),
    response: z.object({ challenge: z.string().max(authLimits.challengeMaxLength) }),
    errors: ['rate_limited'],
  },
  signIn: {
    summary: 'Exchange a signed challenge for a session',
    auth: 'none',
    cache: 'no-store',
    body: z.object({
      username: z.string().max(64),
      challenge: z.string().max(authLimits.challengeMaxLength),
      signature: z.string().max(200),
      method: z.string().max(20).default('keychain'),
      verifier: z.string().max(64).optional(),
    }),
    response: success.extend({ token: z.string(), profile }),
    errors: [
      'invalid_username',
      'unsupported_method',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'being_deleted',
      'hive_unavailable',
      'rate_limited',
    ],
  },
  verifySession: {
    summary: 'Check that this session is still valid',
    auth: 'session',
    response: success.extend({
      username: z.string(),
      restrictions: z
        .array(restriction)
        .meta({ description: 'What the people who run the site keep the account from now (rule OPERATE-15)' }),
    }),
    errors: signedIn,
  },
  signOut: {
    summary: 'End this session',
    auth: 'none',
    response: success,
    errors: [],
  },
  listSessions: {
    summary: "The caller's sessions, the most recently used first",
    auth: 'session',
    cache: 'no-store',
    response: z.object({ sessions: z.array(session) }),
    errors: signedIn,
  },
  endSession: {
    summary: "End one of the caller's sessions",
    auth: 'session',
    params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: success,
    errors: ['invalid_request', ...signedIn, 'session_not_found', 'rate_limited'],
  },
  endOtherSessions: {
    summary: "End all of the caller's sessions but the one that makes this call",
    auth: 'session',
    response: success.extend({ ended: z.int().meta({ description: 'How many sessions have ended' }) }),
    errors: [...signedIn, 'rate_limited'],
  },
  createStreamKey: {
    summary: 'A new stream key, shown once. The previous key stops working and its broadcast ends',
    auth: 'session',
    cache: 'no-store',
    body: z.object({
      username: z.string().max(64),
      challenge: z.string().max(authLimits.challengeMaxLength),
      signature: z.string().max(200),
      verifier: z.string().max(64).optional(),
    }),
    response: z.object({ streamKey: z.string(), rtmpUrl: z.string() }),
    errors: [
      ...signedIn,
      'not_your_account',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'hive_unavailable',
      'rate_limited',
    ],
  },
} as const

export type Restriction = z.output<typeof restriction>
export type Session = z.output<typeof session>
export type Profile = z.output<typeof profile>
