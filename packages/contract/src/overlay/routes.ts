const overlay = '/api/channels/my-channel/overlay'

export const overlayRoutes = {
  getMyOverlay: `GET ${overlay}`,
  updateMyOverlay: `PUT ${overlay}`,
  restartOverlayGoal: `POST ${overlay}/goal`,
  renewOverlayAddress: `POST ${overlay}/address`,
  readOverlay: 'POST /api/overlay',
} as const
