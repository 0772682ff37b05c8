export const followRoutes = {
  listFollowing: 'GET /api/follows/following',
  listFollowers: 'GET /api/follows/followers/:username',
  getFollow: 'GET /api/follows/followers/:username/:follower',
  getFollowStatus: 'GET /api/follows/status/:username',
  follow: 'POST /api/follows/follow',
  unfollow: 'POST /api/follows/unfollow',
  getFollowStats: 'GET /api/follows/stats/:username',
  listRecommendations: 'GET /api/follows/recommendations',
} as const
