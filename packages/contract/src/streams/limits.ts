export const streamLimits = {
  streamsRefreshMs: 30_000,
  rtmpApp: 'live',
  reconnectWindowMs: 60_000,
} as const
