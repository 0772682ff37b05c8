export const channelSentences = {
  fetchFailed: 'Failed to fetch channel settings',
  updateFailed: 'Failed to update channel settings',
} as const
