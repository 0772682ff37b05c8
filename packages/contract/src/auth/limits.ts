export const authLimits = {
  authInitialisationDelayMs: 100,
  tokenVerificationTimeoutMs: 10_000,
  tokenVerificationIntervalMs: 30 * 60_000,
  /** A stored session token is valid only if it is longer than this. */
  storedTokenMinLength: 10,
  walletDetectionIntervalMs: 500,
  /** The page says that no wallet is installed, and looks on. */
  walletMissingAfterMs: 3000,
  /** A wallet that is closed while locked never answers: the page then explains itself and offers to cancel. */
  walletSilentAfterMs: 5000,
  /** A sign-in beyond these ends the session that was used longest ago. */
  sessionsPerAccount: 20,
  challengeLifeMs: 5 * 60_000,
  challengeMaxLength: 400,
} as const
