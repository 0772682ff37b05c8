export const pushRoutes = {
  getPushKey: 'GET /api/push',
  savePushSubscription: 'PUT /api/push',
} as const
