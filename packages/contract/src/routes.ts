import { admissionRoutes } from './admission/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { clipRoutes } from './clips/routes.ts'
import { egressRoutes } from './egress/routes.ts'
import { embedRoutes } from './embed/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { hiveRoutes } from './hive/routes.ts'
import { operatingRoutes } from './operating/routes.ts'
import { overlayRoutes } from './overlay/routes.ts'
import { playbackRoutes } from './playback/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { replayRoutes } from './replays/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { siteHealthRoutes } from './site-health/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { streamRoutes } from './streams/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Method and path of every endpoint. Without zod, so that they cost the browser only their text. */
export const routes = {
  ...siteRoutes,
  ...authRoutes,
  ...streamRoutes,
  ...playbackRoutes,
  ...privacyRoutes,
  ...pushRoutes,
  ...replayRoutes,
  ...clipRoutes,
  ...channelRoutes,
  ...egressRoutes,
  ...embedRoutes,
  ...followRoutes,
  ...statsRoutes,
  ...hiveRoutes,
  ...operatingRoutes,
  ...admissionRoutes,
  ...siteHealthRoutes,
  ...overlayRoutes,
  ...webhookRoutes,
  ...chatRoutes,
} as const

export type EndpointName = keyof typeof routes
