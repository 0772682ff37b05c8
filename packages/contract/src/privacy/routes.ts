export const privacyRoutes = {
  getStoredData: 'GET /api/privacy',
  downloadStoredData: 'POST /api/privacy/download',
  deleteStoredData: 'POST /api/privacy/deletion',
} as const
