export const replayLimits = {
  keepDaysMax: 3650,
} as const
