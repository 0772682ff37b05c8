export const streamLimits = {
  streamsRefreshMs: 30_000,
  /** For lists of so few streams, and for streams of so few viewers, that one viewer more is seen. */
  viewersRefreshMs: 5000,
  streamsRefreshedOften: 60,
  viewersRefreshedOften: 500,
  recentChannels: 8,
  recentChannelsMs: 30 * 24 * 60 * 60_000,
  rtmpApp: 'live',
  reconnectWindowMs: 60_000,
} as const
