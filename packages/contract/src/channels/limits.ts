export const channelLimits = {
  titleMaxLength: 255,
  descriptionMaxLength: 5000,
  channelTagsMax: 10,
  settingsSavedDisplayMs: 3000,
  nextBroadcastMaxDays: 90,
  /** How long a broadcast that is late is still said to come. */
  nextBroadcastLateMs: 30 * 60_000,
} as const
