export const playbackRoutes = {
  createHlsToken: 'POST /api/hls/token/:streamId',
  refreshHlsToken: 'POST /api/hls/refresh-token',
  waitForPlace: 'POST /api/hls/wait/:streamId',
  leaveStream: 'POST /api/hls/leave',
  reportPlayback: 'POST /api/hls/reports',
  getHlsKey: 'GET /api/hls/key/:streamId/:keyNumber',
} as const
