export const authRoutes = {
  getChallenge: 'GET /api/auth/challenge',
  signIn: 'POST /api/auth/hive',
  verifySession: 'POST /api/auth/verify',
  signOut: 'POST /api/auth/logout',
  createStreamKey: 'POST /api/auth/stream-key',
} as const
