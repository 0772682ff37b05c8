export const replayRoutes = {
  getReplay: 'GET /api/replays/:streamId',
  listReplays: 'GET /api/replays/of/:username',
  listFollowedReplays: 'GET /api/replays/followed',
  listOwnReplays: 'GET /api/replays/mine',
  updateReplay: 'PUT /api/replays/:streamId',
  getRecordingSettings: 'GET /api/replays/settings',
  updateRecordingSettings: 'PUT /api/replays/settings',
  getChatActivity: 'GET /api/replays/activity/:streamId',
  createDownload: 'POST /api/replays/downloads/:streamId',
  cutReplay: 'POST /api/replays/cuts/:streamId',
  deleteReplay: 'DELETE /api/replays/:streamId',
} as const
