export const playerSentences = {
  tokenFailed: 'Failed to load stream encryption token',
  network: 'Network error - please check your connection',
  media: 'Media error - unable to play video',
  fatal: 'Fatal error occurred',
  unsupported: 'HLS not supported in this browser',
  title: 'Stream Error',
} as const
