/** What the people who run the site can do to an account or to what it broadcasts. */
export const actionKinds = [
  'end-broadcast',
  'suspend-broadcasting',
  'suspend-chat',
  'suspend-account',
  'hide-channel',
  'revoke-stream-key',
  'end-sessions',
  'remove-replay',
] as const
export type ActionKind = (typeof actionKinds)[number]

/** Whom they let help. Only operators do this. */
export const appointmentKinds = ['appoint-moderator', 'dismiss-moderator'] as const
/** What they change on the site itself. Only operators do this. */
export const settingKinds = ['change-setting', 'raise-budget'] as const
export type LoggedKind = ActionKind | (typeof appointmentKinds)[number] | (typeof settingKinds)[number]

/** What an action keeps an account from while it lasts. */
export type ActionScope = 'broadcasting' | 'chat' | 'account' | 'lists'

/** Of the actions that last. The others are done once. */
export const scopesOfKind: Partial<Record<LoggedKind, readonly ActionScope[]>> = {
  'end-broadcast': ['broadcasting'],
  'suspend-broadcasting': ['broadcasting'],
  'suspend-chat': ['chat'],
  'suspend-account': ['broadcasting', 'chat', 'account', 'lists'],
  'hide-channel': ['lists'],
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
