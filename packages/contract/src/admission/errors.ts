import type { Refusals } from '../refusal.ts'

/** Who may not broadcast, and why; encoders show the same sentences. */
export const admissionErrors = {
  approval_required: {
    status: 403,
    message: 'You may not broadcast on this site yet. Ask for it on the Stream Key page.',
  },
  not_on_list: {
    status: 403,
    message: 'Only accounts that the people who run this site have chosen may broadcast here.',
  },
  broadcaster_too_young: {
    status: 403,
    message: 'Your Hive account must be {age} old to broadcast on this site. Come back in {left}',
  },
  broadcaster_reputation_too_low: {
    status: 403,
    message: 'Your Hive account needs a reputation of {needed} to broadcast on this site; yours is {yours}',
  },
  account_unknown: {
    status: 503,
    message:
      'Hive does not answer at the moment, so the age and the reputation of your account cannot be checked. Please try again in a minute.',
  },
  hours_used: {
    status: 403,
    message:
      'You have been live for {hours} h of the last 24, which is the most on this site. You can broadcast again from {time}',
  },
  too_many_broadcasts: {
    status: 403,
    message: 'As many channels are live as this site allows: {count}. Please try again later.',
  },
  picture_too_large: {
    status: 403,
    message: 'This site takes {most}p at most, and the encoder sends {height}p. Lower its resolution and start again.',
  },
  bitrate_too_high: {
    status: 403,
    message:
      'The encoder sends more than {most} kbit/s, the most that this site takes. Lower its bitrate and start again.',
  },
  private_site: { status: 401, message: 'This site is for its members: log in to see it' },
  not_a_member: { status: 403, message: 'This site is for its members, and your account is not one of them' },
  cannot_be_private: { status: 409, message: 'This site cannot be private as it is set up: {reason}' },
  request_not_needed: {
    status: 409,
    message: 'There is nothing to ask for: you may broadcast, or this site takes no requests',
  },
  request_declined: { status: 409, message: 'Your request was declined. You can ask again from {time}' },
  request_closed: { status: 409, message: 'Somebody else has decided on this request already' },
  list_full: { status: 409, message: 'The list is full' },
  too_many_invitations: {
    status: 409,
    message: 'There are as many open invitations as there may be. Revoke one first',
  },
  invitation_not_found: {
    status: 404,
    message: 'This invitation is not there: it was used or revoked, or it has expired',
  },
} as const satisfies Refusals

/** What keeps an account from broadcasting. */
export const broadcastRefusals = [
  'approval_required',
  'not_on_list',
  'not_a_member',
  'broadcaster_too_young',
  'broadcaster_reputation_too_low',
  'account_unknown',
  'hours_used',
  'too_many_broadcasts',
  'picture_too_large',
  'bitrate_too_high',
  'account_suspended',
] as const
