export const clipLimits = {
  clipMinMs: 5000,
  clipMaxMs: 90_000,
  clipTitleMaxLength: 100,
  /** Clips that are kept. Whoever has more deletes some first. */
  clipsPerMaker: 200,
  clipsPerChannel: 2000,
  /** The list of the most watched clips of the site (rule CLIP-8), and how old they may be. */
  bestClips: 12,
  bestClipsMs: 7 * 24 * 60 * 60_000,
} as const
