export const privacyLimits = {
  /** For so long after a deletion was asked for, everything that a call or an encoder has still written is deleted too. */
  deletionSettlesMs: 60_000,
} as const
