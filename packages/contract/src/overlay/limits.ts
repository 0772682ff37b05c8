export const overlayLimits = {
  overlayScaleMinPercent: 50,
  overlayScaleMaxPercent: 200,
  overlayGoalMax: 10_000_000,
  overlayGoalTitleMaxLength: 60,
} as const
