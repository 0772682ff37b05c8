export const followSentences = {
  loginToFollow: 'Authentication required to follow channels',
  loginToUnfollow: 'Authentication required to unfollow channels',
  followFailed: 'Failed to follow channel: {status}',
  unfollowFailed: 'Failed to unfollow channel: {status}',
  listFailed: 'Failed to fetch following list: {status}',
} as const
