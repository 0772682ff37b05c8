/** The bounds that the rules leave open (rule LIMIT-2). */
export const chatLimits = {
  pageMax: 100,
  /** One call for the messages about a stretch of pictures. */
  pictureSpanMaxMs: 2 * 60_000,
  pictureMessagesMax: 1500,
  /** The year 2223; ids of messages reach a little further. */
  pictureTimeMaxMs: 8_000_000_000_000,
  /** A client that missed more deletions than this reloads the newest page. */
  deletionsMax: 500,
  /** Bounds how far readers must scroll past one message. */
  messageMaxLines: 5,
  idempotencyKeyMaxLength: 64,
  reasonMaxLength: 300,
  /** A ban or timeout deletes so many of the user's newest messages (rule MOD-11). */
  restrictionDeletesMax: 1000,
  timeoutMaxSeconds: 14 * 24 * 3600,
  banMaxSeconds: 10 * 365 * 24 * 3600,
  slowModeDefaultSeconds: 10,
  slowModeMaxSeconds: 3600,
  followersOnlyMaxMinutes: 90 * 24 * 60,
  accountAgeMaxDays: 3650,
  reputationMin: -100,
  reputationMax: 100,
  blockedWordsMax: 200,
  blockedWordMaxLength: 50,
  moderatorsMax: 100,
  bansPageMax: 500,
  /** Restrictions of one channel that are stored at the same time. */
  bansMax: 5000,
  logPageMax: 100,
  /** The log of one channel keeps its newest entries within both bounds (rule MOD-10), the second one to about a tenth. */
  logEntriesMax: 3000,
  logBytesMax: 1024 * 1024,
  /** How long a deletion can be reverted; then the text is erased (rule MOD-10). */
  deletionRevertibleHours: 24,
  /** Counts attempts to send, refused ones included. */
  sendsPerWindow: 20,
  moderatorSendsPerWindow: 100,
  sendWindowSeconds: 30,
  /** This many refusals for speed within the window close the writer's sockets (rule LIMIT-4). */
  floodRefusals: 5,
  socketsPerUser: 10,
  socketsPerAddress: 50,
  joinsPerAddressPerSecond: 10,
  roomsPerSocket: 5,
  socketPacketMaxBytes: 16 * 1024,
  unknownEventsMax: 10,
  /** The most names that the presence call lists. The number of viewers is not bounded. */
  presenceNamesMax: 200,
} as const
