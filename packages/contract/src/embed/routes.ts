export const embedRoutes = {
  getOembed: 'GET /api/oembed',
} as const
