export const replayRoutes = {
  getReplay: 'GET /api/replays/:streamId',
  listReplays: 'GET /api/replays/of/:username',
  deleteReplay: 'DELETE /api/replays/:streamId',
} as const
