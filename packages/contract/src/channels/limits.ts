export const channelLimits = {
  titleMaxLength: 255,
  descriptionMaxLength: 5000,
  channelTagsMax: 10,
  settingsSavedDisplayMs: 3000,
} as const
