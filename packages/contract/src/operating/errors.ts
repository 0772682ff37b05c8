import type { Refusals } from '../refusal.ts'

export const operatingErrors = {
  not_operating: { status: 403, message: 'Only the people who run this site can do this' },
  operators_only: { status: 403, message: 'Only an operator of this site can do this' },
  operating_proof_required: {
    status: 403,
    message: 'Your rights have ended. Approve them again with your wallet, and repeat what you did',
  },
  operator_protected: { status: 403, message: 'Operators and moderators of the site cannot be acted against here' },
  note_required: { status: 400, message: "Say in the note why: 'other' alone tells the account nothing" },
  action_in_effect: { status: 409, message: 'This is in effect already. Undo it first to change it' },
  action_not_found: { status: 404, message: 'This action is not there' },
  action_undone: { status: 409, message: 'This action has been undone already, or cannot be undone' },
  report_closed: { status: 409, message: 'Somebody else has closed this report already' },
  report_not_found: { status: 404, message: 'This report does not exist, or no longer does' },
  report_taken: { status: 409, message: 'Somebody else has taken this report' },
  proof_of_work_invalid: {
    status: 403,
    message: 'The check against automatic notices has failed or is too old. Send the notice again',
  },
  own_decision: { status: 403, message: 'Another moderator than the one who acted decides about an appeal' },
  own_decision_proof_required: {
    status: 403,
    message: 'You decide about your own action, because nobody else is there: sign the decision with your wallet',
  },
  appeal_not_found: { status: 404, message: 'There is no such appeal' },
  appeal_decided: { status: 409, message: 'This appeal has been decided already' },
  appeal_made: { status: 409, message: 'You have appealed against this decision already' },
  appeal_too_late: { status: 409, message: 'This decision can no longer be appealed, or has been undone' },
  address_not_found: { status: 404, message: 'This account has not broadcast from there in the last days' },
  address_minutes: {
    status: 400,
    message: 'Say for how long: an address is forbidden for as many days at most as the site keeps addresses',
  },
  account_silenced: {
    status: 403,
    message: 'The people who run this site do not let you publish texts{end}. Reason: {why}',
  },
  not_broadcasting: { status: 409, message: 'This channel is no longer live' },
  too_many_site_moderators: { status: 409, message: 'The site has as many moderators as it may have' },
  account_suspended: {
    status: 403,
    message: 'The people who run this site have suspended your account{end}. Reason: {why}',
  },
  chat_suspended: {
    status: 403,
    message: 'The people who run this site do not let you write in its chats{end}. Reason: {why}',
  },
  settings_invalid: { status: 400, message: 'Nothing was changed. {problems}' },
  setting_changed: {
    status: 409,
    message: 'Somebody else has changed the same settings meanwhile. Load the page again, and repeat what you did',
  },
  broadcast_ended: { status: 403, message: 'The people who run this site have ended this broadcast' },
} as const satisfies Refusals
