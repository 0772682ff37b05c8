export const statsLimits = {
  statsRefreshMs: 30_000,
  healthRefreshMs: 4000,
  followerGrowthDays: 7,
  /** The longest time that figures of a channel can be asked for. */
  statsDaysMax: 90,
  /** The times that the dashboard offers. */
  totalsDays: [7, 30, 90],
  historyPageSize: 20,
  historyPageMax: 100,
  /** The most rows of an export. */
  historyExportMax: 1000,
} as const
