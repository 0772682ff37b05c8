export const siteRoutes = {
  getSite: 'GET /api/site',
  getSitePage: 'GET /api/site/pages/:page',
} as const
