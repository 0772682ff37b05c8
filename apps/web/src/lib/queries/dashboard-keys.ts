/** The query keys of what the dashboard shows of one user's channel. An event on the channel invalidates some or all of them. */
export const dashboardKeys = {
  all: (user: string) => ['dashboard', user],
  stats: (user: string) => ['dashboard', user, 'stats'],
  followerGrowth: (user: string) => ['dashboard', user, 'growth'],
  totals: (user: string, days: number) => ['dashboard', user, 'totals', days],
  followers: (user: string) => ['dashboard', user, 'followers'],
  health: (user: string) => ['dashboard', user, 'health'],
  history: (user: string) => ['dashboard', user, 'history'],
  broadcast: (user: string, streamId: string) => ['dashboard', user, 'broadcast', streamId],
}
