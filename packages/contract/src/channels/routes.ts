export const channelRoutes = {
  getChannel: 'GET /api/channels/:username',
  getPanels: 'GET /api/channels/:username/panels',
  getMyChannel: 'GET /api/channels/my-channel',
  updateMyChannel: 'PUT /api/channels/my-channel',
  updatePanels: 'PUT /api/channels/my-channel/panels',
  getSchedule: 'GET /api/channels/:username/schedule',
  updateSchedule: 'PUT /api/channels/my-channel/schedule',
  updateStreamSettings: 'PUT /api/streams/settings/:username',
} as const
