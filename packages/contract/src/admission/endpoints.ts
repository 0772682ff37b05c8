import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, oneLine, severalLines, success, username } from '../fields.ts'
import { broadcastRefusals } from './errors.ts'
import { admissionLimits } from './limits.ts'
import { broadcasterSettings, chatterSettings } from './settings.ts'

const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const

const refusal = z.object({
  code: z.enum(broadcastRefusals),
  message: z.string(),
})

const requestState = z.enum(['open', 'approved', 'declined'])

const stored = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({
    value: schema,
    revision: z.string().nullable().meta({ description: 'Another one after every change; null before the first' }),
  })

/** What an invitation admits to. */
const invitedTo = z
  .enum(['streamers', 'members'])
  .meta({ description: 'What it lets its users do: broadcast, or enter a private site' })

const invitation = z.object({
  id: z.string(),
  list: invitedTo,
  usesLeft: z.int().meta({ description: 'How many more accounts may use it' }),
  note: z.string(),
  createdBy: z.string(),
  createdAt: epochMs,
  expiresAt: epochMs,
})

/** Who may broadcast (rules ADMIT-1 to ADMIT-7). */
export const admissionEndpoints = {
  getMyAdmission: {
    summary: 'Whether the caller may broadcast, why not, and the limits of this site',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      refusal: refusal.nullable().meta({ description: 'Why the caller may not broadcast now; null if it may' }),
      canAsk: z.boolean().meta({ description: 'Whether the caller may ask to be approved' }),
      request: z
        .object({ text: z.string(), requestedAt: epochMs, state: requestState })
        .nullable()
        .meta({ description: "The caller's last request" }),
      lastEncoderRefusal: z
        .object({ ...refusal.shape, at: epochMs })
        .nullable()
        .meta({ description: 'Why the encoder was refused or disconnected in the last ten minutes' }),
      limits: broadcasterSettings.pick({
        maxKilobitsPerSecond: true,
        maxHeight: true,
        maxHoursPerDay: true,
        maxBroadcasts: true,
      }),
      liveMinutes: z.int().meta({ description: 'How long the caller was live in the last 24 hours' }),
    }),
    errors: signedIn,
  },
  requestAdmission: {
    summary: 'Ask to be approved as a streamer of this site',
    auth: 'session',
    body: z.object({ text: severalLines(admissionLimits.requestMaxLength).default('') }),
    response: success,
    errors: [...signedIn, 'request_not_needed', 'request_declined', 'list_full', 'invalid_request', 'rate_limited'],
  },
  acceptInvitation: {
    summary: 'Use an invitation to broadcast or to enter',
    auth: 'session',
    body: z.object({ secret: z.string().regex(/^[\w-]{32}$/) }),
    response: z.object({ success: z.literal(true), list: invitedTo }),
    errors: [...signedIn, 'invitation_not_found', 'list_full', 'invalid_request', 'rate_limited'],
  },
  getAdmissionSettings: {
    summary: 'Who may broadcast and chat. For operators',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      broadcasters: stored(broadcasterSettings),
      chatters: stored(chatterSettings),
    }),
    errors: [...operating, 'operators_only'],
  },
  updateAdmissionSettings: {
    summary: 'Change who may broadcast and chat. For operators',
    auth: 'session',
    body: z.object({
      broadcasters: stored(broadcasterSettings),
      chatters: stored(chatterSettings),
    }),
    response: success,
    errors: [...operating, 'operators_only', 'setting_changed', 'invalid_request', 'rate_limited'],
  },
  listAdmissionRequests: {
    summary: 'Who asks to broadcast, the longest waiting first',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      requests: z.array(
        z.object({
          username: z.string(),
          text: z.string(),
          requestedAt: epochMs,
          accountCreatedAt: epochMs.nullable().meta({ description: 'On the chain; null while Hive does not answer' }),
          reputation: z.number().nullable(),
        }),
      ),
      isComplete: z.boolean().meta({ description: 'Whether there are no more' }),
      isIdle: z.boolean().meta({ description: 'Everybody may broadcast: what is decided counts once that is not so' }),
    }),
    errors: operating,
  },
  decideAdmissionRequest: {
    summary: 'Approve or decline a request to broadcast',
    auth: 'session',
    params: z.object({ username }),
    body: z.object({ isApproved: z.boolean() }),
    response: success,
    errors: [...operating, 'request_closed', 'list_full', 'invalid_request', 'rate_limited'],
  },
  listAdmitted: {
    summary: 'The accounts that may broadcast where not everybody may',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      accounts: z.array(z.object({ username: z.string(), admittedBy: z.string(), admittedAt: epochMs })),
    }),
    errors: [...operating, 'invalid_request'],
  },
  admitAccount: {
    summary: 'Let an account broadcast',
    auth: 'session',
    params: z.object({ username }),
    response: success,
    errors: [...operating, 'account_not_found', 'list_full', 'invalid_request', 'rate_limited'],
  },
  withdrawAccount: {
    summary: 'Take an account from the list. What it broadcasts ends',
    auth: 'session',
    params: z.object({ username }),
    response: success,
    errors: [...operating, 'invalid_request', 'rate_limited'],
  },
  listInvitations: {
    summary: 'The invitations that can still be used. Nobody sees their secrets again',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ invitations: z.array(invitation) }),
    errors: operating,
  },
  createInvitation: {
    summary: 'Make an invitation. Its secret is shown only once',
    auth: 'session',
    body: z.object({
      list: invitedTo.default('streamers'),
      uses: z.int().min(1).max(admissionLimits.invitationMaxUses).default(1),
      note: oneLine(admissionLimits.invitationNoteMaxLength).default(''),
      days: z.int().min(1).max(admissionLimits.invitationMaxDays).default(7),
    }),
    response: z.object({ invitation, secret: z.string() }),
    errors: [...operating, 'too_many_invitations', 'invalid_request', 'rate_limited'],
  },
  revokeInvitation: {
    summary: 'Revoke an invitation that can still be used',
    auth: 'session',
    params: z.object({
      invitationId: z
        .string()
        .regex(/^[0-9a-z]{1,32}$/)
        .meta({ description: 'The id of the invitation' }),
    }),
    response: success,
    errors: [...operating, 'invitation_not_found', 'invalid_request', 'rate_limited'],
  },
} as const

export type MyAdmission = z.output<typeof admissionEndpoints.getMyAdmission.response>
export type Invitation = z.output<typeof invitation>
