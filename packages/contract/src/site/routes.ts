export const siteRoutes = {
  getSite: 'GET /api/site',
} as const
