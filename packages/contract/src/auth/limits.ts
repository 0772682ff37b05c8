export const authLimits = {
  authInitialisationDelayMs: 100,
  tokenVerificationTimeoutMs: 10_000,
  tokenVerificationIntervalMs: 30 * 60_000,
  /** A stored session token is valid only if it is longer than this. */
  storedTokenMinLength: 10,
  walletDetectionIntervalMs: 500,
  challengeLifeMs: 5 * 60_000,
  challengeMaxLength: 400,
} as const
