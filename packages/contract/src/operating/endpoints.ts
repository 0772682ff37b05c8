import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { authLimits } from '../auth/limits.ts'
import { epochMs, oneLine, severalLines, streamId, success, username } from '../fields.ts'
import { healthProblem } from '../stats/endpoints.ts'
import { actionKinds, actionReasons, loggedKinds } from './actions.ts'
import { operatingLimits } from './limits.ts'
import { reportId } from './reported-thing.ts'

const role = z.enum(['operator', 'moderator'])

const rights = z.object({
  role: role.nullable().meta({ description: 'What the caller is on this site; null for everybody else' }),
  until: epochMs.nullable().meta({ description: 'Until when the rights last; null before they were approved' }),
})

/** What entries of the log are about. */
const soughtActions = z.object({
  username: username.optional(),
  kind: z.enum(loggedKinds).optional().meta({ description: 'Only what was done of this kind' }),
  words: oneLine(operatingLimits.soughtMaxLength).optional().meta({
    description:
      'Only entries that have each of these words: in the account, who acted, the notes, the reason, or a value before',
  }),
})

/** What of an account an action is about, besides a broadcast or a recording. */
export const thingActedOn = z.object({
  channel: username.optional().meta({ description: 'In whose chat the message is, for remove-message' }),
  messageId: z.string().min(1).max(64).optional().meta({ description: 'The message, for remove-message' }),
  address: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'One from which the account has broadcast, for forbid-address' }),
})

/** What was done, in the log that nobody can change. */
export const siteAction = z.object({
  id: z.string(),
  kind: z.enum(loggedKinds),
  username: z.string().meta({ description: 'To whom; empty where it is about the site itself' }),
  streamId: z.string().nullable().meta({ description: 'The broadcast, the recording or the clip that it is about' }),
  reportId: z.string().nullable().meta({ description: 'The report that led to it' }),
  reason: z.enum(actionReasons).nullable(),
  note: z.string().meta({ description: 'Where a setting was changed: its name' }),
  statement: z.string().meta({ description: 'What the account was told besides the reason' }),
  previous: z.string().nullable().meta({ description: 'Of a setting: its value before, as JSON' }),
  takenBy: z.string(),
  takenAt: epochMs,
  until: epochMs.nullable().meta({ description: 'When it ends by itself; null if it does not' }),
  messageId: z.string().nullable().meta({ description: 'The message that was removed' }),
  channel: z.string().nullable().meta({ description: 'In whose chat' }),
  undoneBy: z.string().nullable(),
  undoneAt: epochMs.nullable(),
  isInEffect: z.boolean(),
})

const siteModerator = z.object({ username: z.string(), appointedBy: z.string(), appointedAt: epochMs })

const operatedBroadcast = z.object({
  streamId: z.string(),
  username: z.string(),
  title: z.string(),
  startedAt: epochMs,
  viewers: z.int(),
  thumbnail: z.string().nullable(),
  kilobitsPerSecond: z.int().nullable(),
  isReconnecting: z.boolean(),
  health: z
    .enum(['good', 'warning', 'error'])
    .nullable()
    .meta({ description: 'The worst of what its streamer is told about the encoder; null while nothing arrives' }),
  problem: healthProblem.nullable().meta({ description: 'What that is; null where nothing is wrong' }),
  node: z
    .string()
    .nullable()
    .meta({ description: 'The address of the process that holds it, where there are several' }),
})

const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const
const byUsername = z.object({ username })

/** For the people who run the site: operators, whom the settings name, and moderators, whom operators appoint (rule OPERATE-1). */
export const operatingEndpoints = {
  getOperatingRights: {
    summary: 'What the caller may do on this site, and until when',
    auth: 'session',
    cache: 'no-store',
    response: rights,
    errors: signedIn,
  },
  beginOperating: {
    summary: 'Approve the rights of an operator or a moderator of the site with a fresh signature, for an hour',
    auth: 'session',
    cache: 'no-store',
    body: z.object({
      username: z.string().max(64),
      challenge: z.string().max(authLimits.challengeMaxLength),
      signature: z.string().max(200),
      verifier: z.string().max(64).optional(),
    }),
    response: rights,
    errors: [
      ...signedIn,
      'not_your_account',
      'not_operating',
      'challenge_invalid',
      'challenge_expired',
      'challenge_used',
      'signature_invalid',
      'hive_unavailable',
      'rate_limited',
    ],
  },
  endOperating: {
    summary: 'Give the rights back',
    auth: 'session',
    response: success,
    errors: [...signedIn, 'rate_limited'],
  },
  listSiteModerators: {
    summary: 'The moderators of the site, and its operators',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ operators: z.array(z.string()), moderators: z.array(siteModerator) }),
    errors: operating,
  },
  appointSiteModerator: {
    summary: 'Let an account moderate the site. For operators',
    auth: 'session',
    params: byUsername,
    response: success,
    errors: [...operating, 'operators_only', 'account_not_found', 'too_many_site_moderators', 'rate_limited'],
  },
  dismissSiteModerator: {
    summary: 'Take the rights of a moderator of the site. For operators',
    auth: 'session',
    params: byUsername,
    response: success,
    errors: [...operating, 'operators_only', 'rate_limited'],
  },
  listOperatedBroadcasts: {
    summary: 'What is live, the most watched first, also channels that are hidden from lists',
    auth: 'session',
    cache: 'no-store',
    response: z.object({ broadcasts: z.array(operatedBroadcast) }),
    errors: operating,
  },
  getOperatedAccount: {
    summary: 'What the site knows of an account, and what was done to it',
    auth: 'session',
    cache: 'no-store',
    params: byUsername,
    response: z.object({
      username: z.string(),
      role: role.nullable(),
      broadcast: operatedBroadcast.nullable().meta({ description: 'What it broadcasts now' }),
      broadcasts: z.int().meta({ description: 'How many broadcasts it has made' }),
      recordedBytes: z.int(),
      openSessions: z.int(),
      actions: z.array(siteAction).meta({ description: 'The latest first' }),
    }),
    errors: operating,
  },
  takeSiteAction: {
    summary: 'Act against an account, or against what it broadcasts',
    auth: 'session',
    body: z.object({
      kind: z.enum(actionKinds),
      username,
      streamId: streamId
        .optional()
        .meta({ description: 'The recording or the clip, for remove-replay and remove-clip' }),
      ...thingActedOn.shape,
      isNetwork: z
        .boolean()
        .default(false)
        .meta({ description: 'The network around the address too, for forbid-address' }),
      reason: z.enum(actionReasons),
      note: severalLines(operatingLimits.noteMaxLength).default('').meta({ description: 'For the log' }),
      statement: severalLines(operatingLimits.noteMaxLength).default('').meta({ description: 'For the account' }),
      reportId: reportId.optional().meta({ description: 'The report that leads to it' }),
      closesReport: z.boolean().default(true).meta({ description: 'Whether nothing else follows from the report' }),
      minutes: z
        .int()
        .min(1)
        .max(operatingLimits.maxMinutes)
        .nullable()
        .default(null)
        .meta({ description: 'How long it lasts; null until it is undone. An ended broadcast: at least ten' }),
    }),
    response: siteAction,
    errors: [
      ...operating,
      'operator_protected',
      'note_required',
      'action_in_effect',
      'not_broadcasting',
      'stream_not_found',
      'clip_not_found',
      'report_closed',
      'report_taken',
      'chat_message_not_found',
      'address_not_found',
      'address_minutes',
      'invalid_request',
      'rate_limited',
    ],
  },
  undoSiteAction: {
    summary: 'Undo an action that lasts',
    auth: 'session',
    params: z.object({
      actionId: z
        .string()
        .regex(/^[0-9a-z]{1,32}$/)
        .meta({ description: 'The id of the action' }),
    }),
    response: siteAction,
    errors: [...operating, 'action_not_found', 'action_undone', 'invalid_request', 'rate_limited'],
  },
  listSiteActions: {
    summary: 'What the people who run the site have done, the latest first',
    auth: 'session',
    cache: 'no-store',
    query: soughtActions.extend({
      before: z.string().max(32).optional().meta({
        description:
          '`next` of the page before. With words or a kind, a call seeks in the latest 5,000 entries before it',
      }),
    }),
    response: z.object({
      actions: z.array(siteAction),
      hasMore: z.boolean(),
      next: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one' }),
    }),
    errors: [...operating, 'invalid_request'],
  },
  exportSiteActions: {
    summary: 'The same as CSV, all of it',
    auth: 'session',
    cache: 'no-store',
    query: soughtActions,
    response: 'text/csv',
    errors: [...operating, 'rate_limited'],
  },
} as const

export type SiteAction = z.output<typeof siteAction>
export type OperatedBroadcast = z.output<typeof operatedBroadcast>
