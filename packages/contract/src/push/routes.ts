export const pushRoutes = {
  getPushKey: 'GET /api/push/key',
  savePushSubscription: 'PUT /api/push/subscription',
} as const
