export const replayLimits = {
  keepDaysMax: 3650,
  followedReplaysMax: 8,
  /** The chat's activity over a broadcast. */
  activityStretchesMax: 240,
} as const
