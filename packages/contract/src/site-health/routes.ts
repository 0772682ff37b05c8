export const siteHealthRoutes = {
  getSiteHealth: 'GET /api/operate/health',
  getSiteStorage: 'GET /api/operate/storage',
} as const
