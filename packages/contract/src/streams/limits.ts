export const streamLimits = {
  streamsRefreshMs: 30_000,
  recentChannels: 8,
  recentChannelsMs: 30 * 24 * 60 * 60_000,
  rtmpApp: 'live',
  reconnectWindowMs: 60_000,
} as const
