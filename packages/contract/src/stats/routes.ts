export const statsRoutes = {
  getStreamStats: 'GET /api/streams/stats/:username',
  getFollowerGrowth: 'GET /api/streams/followers/growth/:username',
  getChannelTotals: 'GET /api/streams/totals/:username',
  getStreamHealth: 'GET /api/streams/health/:username',
  listBroadcasts: 'GET /api/streams/history/:username',
  getBroadcastCourse: 'GET /api/streams/history/:username/:streamId',
  exportBroadcasts: 'GET /api/streams/export/:username',
} as const
