export const hiveLimits = {
  voteWeightMin: 1,
  voteWeightMax: 100,
  voteQuickPicks: [25, 50, 75, 100],
  votedDisplayMs: 5000,
  announcementTagsMax: 8,
} as const
