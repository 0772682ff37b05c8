export const playbackLimits = {
  hlsTokenLifeMs: 60 * 60_000,
  hlsTokenRefreshBeforeExpiryMs: 5 * 60_000,
  /** How many viewers of one address are counted; the others watch. */
  countedViewersPerAddress: 30,
  /** How often one address may ask for a token: so often at once, and then so often a second. The same for refreshing and leaving. */
  viewerCallsBurst: 400,
  viewerCallsBurstSeconds: 300,
  viewerCallsPerSecond: 5,
  /** So many places in the line of new viewers may one address have. */
  waitingPerAddress: 10,
  waitingMax: 10_000,
  playerBackBufferSeconds: 90,
  controlsHideAfterMs: 3000,
  volumeStep: 0.1,
  volumeAfterUnmute: 0.5,
} as const
