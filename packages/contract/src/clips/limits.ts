export const clipLimits = {
  clipMinMs: 5000,
  clipMaxMs: 90_000,
  clipTitleMaxLength: 100,
  /** Clips that are kept. Whoever has more deletes some first. */
  clipsPerMaker: 200,
  clipsPerChannel: 2000,
} as const
