export const followLimits = {
  followingRefreshMs: 60_000,
  followErrorDisplayMs: 3000,
  followingMax: 2000,
  followersDefault: 100,
  followersMax: 1000,
  recommendationsDefault: 10,
  recommendationsMax: 50,
} as const
