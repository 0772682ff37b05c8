export const admissionLimits = {
  accountAgeMaxDays: 3650,
  reputationMax: 100,
  kilobitsMax: 50_000,
  heightMax: 4320,
  broadcastsMax: 10_000,
  /** Accounts on a list of the site. */
  listMax: 10_000,
  requestMaxLength: 500,
  requestsMax: 1000,
  /** For so long whoever was declined cannot ask again. */
  askAgainDays: 7,
  invitationsMax: 200,
  invitationMaxDays: 90,
  invitationNoteMaxLength: 100,
  /** How many accounts may use one invitation. */
  invitationMaxUses: 1000,
  memberNoteMaxLength: 100,
  /** How many accounts are made members, or removed, with one call, and how long what is given for each of them is at most. */
  membersAtOnce: 100,
  givenNameMaxLength: 100,
  entranceHintMaxLength: 500,
  entranceWelcomeMaxLength: 300,
} as const
