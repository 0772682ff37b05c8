/** What the people who run the site can do to an account or to what it broadcasts. */
export const actionKinds = [
  'end-broadcast',
  'suspend-broadcasting',
  'suspend-chat',
  'suspend-account',
  'hide-channel',
  'silence',
  'forbid-address',
  'revoke-stream-key',
  'end-sessions',
  'remove-replay',
  'remove-clip',
  'remove-message',
  'clear-profile',
] as const
export type ActionKind = (typeof actionKinds)[number]

/** Whom they let help. Only operators do this. */
export const appointmentKinds = ['appoint-moderator', 'dismiss-moderator'] as const
/** What they change on the site itself. Only operators do this. */
export const settingKinds = ['change-setting', 'raise-budget'] as const
/** Whom they let broadcast and enter. */
export const admissionKinds = [
  'admit-streamer',
  'withdraw-streamer',
  'decline-streamer',
  'create-invitation',
  'revoke-invitation',
  'admit-member',
  'withdraw-member',
] as const

/** What is done with reports and appeals. An appeal is made by the account itself. */
export const reviewKinds = [
  'take-report',
  'give-back-report',
  'act-on-report',
  'dismiss-report',
  'appeal',
  'uphold-appeal',
  'revert-appeal',
  // By the one who acted, because nobody else was there.
  'uphold-appeal-alone',
  'revert-appeal-alone',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** Everything that is in the log. */
export const loggedKinds = [
  ...actionKinds,
  ...appointmentKinds,
  ...settingKinds,
  ...admissionKinds,
  ...reviewKinds,
] as const
export type LoggedKind = (typeof loggedKinds)[number]

/** Whether the log's entry is an action against an account, which the account is told and may appeal. */
export function isAction(kind: LoggedKind): kind is ActionKind {
  return (actionKinds as readonly string[]).includes(kind)
}

/** What can be reported. */
export const reportKinds = ['broadcast', 'replay', 'clip', 'message', 'account'] as const

/** What an action keeps an account from while it lasts. */
export type ActionScope = 'broadcasting' | 'chat' | 'account' | 'lists' | 'texts'

/** What an account is told at every page: what it cannot do here. */
export const restrictedScopes = ['account', 'chat', 'broadcasting'] as const satisfies readonly ActionScope[]
export type RestrictedScope = (typeof restrictedScopes)[number]

/** Of the actions that last. The others are done once. */
export const scopesOfKind: Partial<Record<LoggedKind, readonly ActionScope[]>> = {
  'end-broadcast': ['broadcasting'],
  'suspend-broadcasting': ['broadcasting'],
  'suspend-chat': ['chat'],
  'suspend-account': ['broadcasting', 'chat', 'account', 'lists'],
  'hide-channel': ['lists'],
  silence: ['chat', 'lists', 'texts'],
  // It keeps every encoder of an address from publishing, not the account.
  'forbid-address': [],
}

/** Whether an action has an end, which its taker chooses, or none. */
export function isLasting(kind: LoggedKind): boolean {
  return scopesOfKind[kind] !== undefined
}

export const actionReasons = [
  'illegal',
  'copyright',
  'violence',
  'sexual',
  'minors',
  'harassment',
  'spam',
  'impersonation',
  'other',
] as const
export type ActionReason = (typeof actionReasons)[number]

/** What an account is told. */
export const reasonWords: Record<ActionReason, string> = {
  illegal: 'something against the law',
  copyright: 'the work of others, shown without permission',
  violence: 'violence or threats',
  sexual: 'sexual content',
  minors: 'a danger to children',
  harassment: 'harassment or hatred',
  spam: 'spam or deceit',
  impersonation: 'pretending to be somebody else',
  other: 'a breach of the rules of this site',
}
