export const dashboardSentences = {
  loadFailed: 'Failed to load dashboard data. Please refresh the page.',
  chatFailed: 'Failed to load chat data',
  settingFailed: 'Failed to update setting',
  deleteFailed: 'Failed to delete message',
  timeoutFailed: 'Failed to timeout user',
  banFailed: 'Failed to ban user',
  unbanFailed: 'Failed to unban user',
  timedOut: '{user} has been timed out for {seconds} seconds',
  banned: '{user} has been banned',
  unbanned: '{user} has been unbanned',
  moderationFailed: 'Failed to update moderation settings',
  settingsFailed: 'Failed to update stream settings',
} as const

export const routerSentences = {
  unexpected: 'Unexpected Application Error!',
} as const
