import { channelRoutes } from './channels/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { hiveRoutes } from './hive/routes.ts'
import { overlayRoutes } from './overlay/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Method and path of every endpoint, without zod, so that the browser can import it for the price of the text. */
export const routes = {
  getSite: 'GET /api/site',
  getChallenge: 'GET /api/auth/challenge',
  signIn: 'POST /api/auth/hive',
  verifySession: 'POST /api/auth/verify',
  signOut: 'POST /api/auth/logout',
  createStreamKey: 'POST /api/auth/stream-key',
  listStreams: 'GET /api/streams',
  getStream: 'GET /api/streams/:streamId',
  getStreamByUser: 'GET /api/streams/info/:username',
  getStreamPath: 'GET /api/streams/path/:username',
  createHlsToken: 'POST /api/hls/token/:streamId',
  refreshHlsToken: 'POST /api/hls/refresh-token',
  leaveStream: 'POST /api/hls/leave',
  getOembed: 'GET /api/oembed',
  getHlsKey: 'GET /api/hls/key/:streamId/:keyNumber',
  ...channelRoutes,
  ...followRoutes,
  ...statsRoutes,
  ...hiveRoutes,
  ...overlayRoutes,
  ...webhookRoutes,
  ...chatRoutes,
} as const

export type EndpointName = keyof typeof routes
