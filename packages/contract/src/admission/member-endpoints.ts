import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, oneLine, success, username } from '../fields.ts'
import { admissionLimits } from './limits.ts'
import { entranceSettings } from './settings.ts'

const operating = [...signedIn, 'not_operating', 'operating_proof_required'] as const

const revision = z.string().nullable().meta({ description: 'Another one after every change; null before the first' })

/** What became of each name of a list. */
export const addedMemberOutcomes = ['added', 'member', 'not_found', 'malformed', 'list_full'] as const
export type AddedMemberOutcome = (typeof addedMemberOutcomes)[number]

/** Who may enter a private site (rules MEMBER-1 to MEMBER-6). */
export const memberEndpoints = {
  enterSite: {
    summary: 'Whether the caller may enter this site. On a private site members receive the cookie that opens it',
    auth: 'session',
    response: z.object({
      isMember: z.boolean(),
      hint: z.string().meta({ description: 'What whoever is no member is told; empty where nothing is' }),
    }),
    errors: [...signedIn, 'rate_limited'],
  },
  getEntranceSettings: {
    summary: 'Whether the site is private. For operators',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      value: z.object({ isPrivate: z.boolean(), welcome: z.string(), hint: z.string() }),
      revision,
      obstacle: z
        .string()
        .nullable()
        .meta({ description: 'Why the site cannot be private as it is set up; null where it can' }),
    }),
    errors: [...operating, 'operators_only'],
  },
  updateEntranceSettings: {
    summary: 'Make the site private or public. For operators',
    auth: 'session',
    body: z.object({ value: entranceSettings, revision }),
    response: success,
    errors: [...operating, 'operators_only', 'setting_changed', 'cannot_be_private', 'invalid_request', 'rate_limited'],
  },
  listMembers: {
    summary: 'The members of the site, beside those who run it',
    auth: 'session',
    cache: 'no-store',
    response: z.object({
      members: z.array(
        z.object({ username: z.string(), note: z.string(), admittedBy: z.string(), admittedAt: epochMs }),
      ),
    }),
    errors: operating,
  },
  addMember: {
    summary: 'Make an account a member, or change its note',
    auth: 'session',
    params: z.object({ username }),
    body: z.object({ note: oneLine(admissionLimits.memberNoteMaxLength).default('') }),
    response: success,
    errors: [...operating, 'account_not_found', 'list_full', 'invalid_request', 'rate_limited'],
  },
  addMembers: {
    summary: 'Make many accounts members. Every name is answered; those that are members keep their notes',
    auth: 'session',
    body: z.object({
      usernames: z
        .array(z.string().max(admissionLimits.givenNameMaxLength))
        .min(1)
        .max(admissionLimits.membersAtOnce)
        .meta({ description: 'With or without an @' }),
      note: oneLine(admissionLimits.memberNoteMaxLength).default('').meta({ description: 'For each of them' }),
    }),
    response: z.object({
      results: z
        .array(z.object({ given: z.string(), outcome: z.enum(addedMemberOutcomes) }))
        .meta({ description: 'In the order of the call' }),
    }),
    errors: [...operating, 'invalid_request', 'rate_limited'],
  },
  removeMembers: {
    summary: 'End many memberships, all of them or, where the call fails, none',
    auth: 'session',
    body: z.object({ usernames: z.array(username).min(1).max(admissionLimits.membersAtOnce) }),
    response: z.object({
      results: z.array(z.object({ username: z.string(), outcome: z.enum(['removed', 'no_member']) })),
    }),
    errors: [...operating, 'invalid_request', 'rate_limited'],
  },
  removeMember: {
    summary: 'End a membership. On a private site whoever it was is out within two seconds',
    auth: 'session',
    params: z.object({ username }),
    response: success,
    errors: [...operating, 'invalid_request', 'rate_limited'],
  },
} as const
