export const authRoutes = {
  getChallenge: 'GET /api/auth/challenge',
  signIn: 'POST /api/auth/hive',
  verifySession: 'POST /api/auth/verify',
  signOut: 'POST /api/auth/logout',
  listSessions: 'GET /api/auth/sessions',
  endSession: 'DELETE /api/auth/sessions/:sessionId',
  endOtherSessions: 'DELETE /api/auth/sessions',
  createStreamKey: 'POST /api/auth/stream-key',
} as const
