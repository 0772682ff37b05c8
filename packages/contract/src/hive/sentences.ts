export const upvoteSentences = {
  loginRequired: 'Please log in to upvote',
  walletMissing: 'Hive Keychain not detected. Please install it to vote.',
  noPost: 'Stream post not found',
  failed: 'Failed to upvote',
  failedRetry: 'Failed to upvote. Please try again.',
  alreadyVoted: 'You have already voted for this post with {weight}%',
  paidOut: 'This post has been paid out. Votes no longer count.',
} as const

export const postingAuthoritySentences = {
  grantFailed: 'Failed to grant posting authority: {message}',
  updateFailed: 'Failed to update posting authority: {message}',
  unknown: 'Unknown error',
  granted: 'Successfully granted posting authority to @{account}',
  already: 'Posting authority already granted',
  checking: 'Checking current posting authority...',
  revoked: 'Successfully revoked posting authority from @{account}',
} as const
