export const channelRoutes = {
  getChannel: 'GET /api/channels/:username',
  getPanels: 'GET /api/channels/:username/panels',
  getMyChannel: 'GET /api/channels/my-channel',
  updateMyChannel: 'PUT /api/channels/my-channel',
  getNextBroadcast: 'GET /api/channels/:username/next-broadcast',
  updateNextBroadcast: 'PUT /api/channels/my-channel/next-broadcast',
  updatePanels: 'PUT /api/channels/my-channel/panels',
  updateStreamSettings: 'PUT /api/streams/settings/:username',
} as const
