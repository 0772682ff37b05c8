export const streamRoutes = {
  listStreams: 'GET /api/streams',
  listRecentChannels: 'GET /api/streams/recent',
  getStream: 'GET /api/streams/:streamId',
  getStreamByUser: 'GET /api/streams/info/:username',
  getStreamPath: 'GET /api/streams/path/:username',
} as const
