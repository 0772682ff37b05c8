/** Bounds of chat that spec section 9 leaves open; those it sets are in limits.ts. Durations carry their unit in the name. */
export const chatLimits = {
  pageMax: 100,
  /** After more deletions than this, whoever was away begins anew with the newest page. */
  deletionsMax: 500,
  /** A message of lines is one a reader must scroll past. */
  messageMaxLines: 5,
  idempotencyKeyMaxLength: 64,
  reasonMaxLength: 300,
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
  logPageMax: 100,
  /** Attempts to send, refused ones included. */
  sendsPerWindow: 20,
  moderatorSendsPerWindow: 100,
  sendWindowSeconds: 30,
  /** So many refusals for speed within the window close the writer's sockets. */
  floodRefusals: 5,
  socketsPerUser: 10,
  socketsPerAddress: 50,
  joinsPerAddressPerSecond: 10,
  roomsPerSocket: 5,
  socketPacketMaxBytes: 16 * 1024,
  unknownEventsMax: 10,
  /** Names told by 'who is here'; the number of viewers is always whole. */
  presenceNamesMax: 200,
} as const
