export const clipRoutes = {
  createClip: 'POST /api/clips',
  getClip: 'GET /api/clips/:clipId',
  listClips: 'GET /api/clips/of/:username',
  listBestClips: 'GET /api/clips/best',
  listOwnClips: 'GET /api/clips/mine',
  deleteClip: 'DELETE /api/clips/:clipId',
} as const
