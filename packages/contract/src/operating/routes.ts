export const operatingRoutes = {
  getOperatingRights: 'GET /api/operate/rights',
  beginOperating: 'POST /api/operate/rights',
  endOperating: 'DELETE /api/operate/rights',
  listSiteModerators: 'GET /api/operate/moderators',
  appointSiteModerator: 'PUT /api/operate/moderators/:username',
  dismissSiteModerator: 'DELETE /api/operate/moderators/:username',
  listOperatedBroadcasts: 'GET /api/operate/broadcasts',
  getOperatedAccount: 'GET /api/operate/accounts/:username',
  takeSiteAction: 'POST /api/operate/actions',
  undoSiteAction: 'POST /api/operate/actions/:actionId/undo',
  listSiteActions: 'GET /api/operate/actions',
  exportSiteActions: 'GET /api/operate/actions/export',
} as const
