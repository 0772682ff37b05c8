export const channelRoutes = {
  getChannel: 'GET /api/channels/:username',
  getMyChannel: 'GET /api/channels/my-channel',
  updateMyChannel: 'PUT /api/channels/my-channel',
  updateStreamSettings: 'PUT /api/streams/settings/:username',
} as const
