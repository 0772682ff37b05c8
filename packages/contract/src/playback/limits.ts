export const playbackLimits = {
  hlsTokenLifeMs: 60 * 60_000,
  hlsTokenRefreshBeforeExpiryMs: 5 * 60_000,
  playerBackBufferSeconds: 90,
  controlsHideAfterMs: 3000,
  volumeStep: 0.1,
  volumeAfterUnmute: 0.5,
} as const
