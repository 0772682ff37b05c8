export const replayLimits = {
  keepDaysMax: 3650,
  followedReplaysMax: 8,
  /** Nobody can rewind for longer: two days. */
  cutLastSecondsMax: 172_800,
  /** The chat's activity over a broadcast. */
  activityStretchesMax: 240,
} as const
