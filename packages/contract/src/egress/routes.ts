export const egressRoutes = {
  getEgress: 'GET /api/operate/egress',
  raiseEgressBudget: 'POST /api/operate/egress/raises',
  reportEgress: 'POST /api/egress/reports',
} as const
