export const siteHealthRoutes = {
  getSiteHealth: 'GET /api/operate/health',
  getSiteFigures: 'GET /api/operate/figures',
  getSiteStorage: 'GET /api/operate/storage',
} as const
