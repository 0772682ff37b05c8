export const streamSentences = {
  failed: 'HTTP error! status: {status}',
} as const
