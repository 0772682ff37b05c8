import type { FastifyInstance } from 'fastify'
import type { Checks } from '../http/health/readiness.ts'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import { prepareFfmpegOutputs } from './broadcast/ffmpeg-outputs.ts'
import { createStaleBroadcastTask } from './broadcast/stale-broadcasts.ts'
import { renewalIntervalMs } from './cluster/leases.ts'
import { createOriginProxy } from './cluster/origin-proxy.ts'
import { createRealTimeProxy } from './cluster/real-time-proxy.ts'
import { createStreamHolders } from './cluster/stream-holders.ts'
import type { MediaContext } from './context.ts'
import { playbackRoutes } from './delivery/playback.ts'
import { startEvidencePictures } from './evidence/evidence-pictures.ts'
import { createIngest, type Ingest } from './ingest/ingest.ts'
import { firstPictureRoute } from './real-time/first-picture-route.ts'
import { type RealTime, startRealTime } from './real-time/real-time.ts'
import { ClipPictures } from './recording/delivery/clip-pictures.ts'
import { downloadRoute } from './recording/delivery/download-route.ts'
import { pictureRoute } from './recording/delivery/picture-route.ts'
import { recordingRoutes } from './recording/delivery/recording-routes.ts'
import { openRecordings, type Recordings } from './recording/recordings.ts'

const staleIntervalMs = 10_000

export interface Media {
  /** It opens its port when `listen()` is called. */
  ingest: Ingest
  /** Undefined where it is switched off. */
  realTime: RealTime | undefined
  /** Undefined where the site does not record. */
  recordings: Recordings | undefined
  /** What it can do without for a while. */
  checks: Checks
  hasFfmpeg: boolean
}

/** The media role: RTMP in, LL-HLS and real time out, recordings. */
export async function startMedia(app: FastifyInstance, context: MediaContext): Promise<Media> {
  const recordings = await openRecordings(context)
  const { openFfmpegOutputs, hasFfmpeg } = await prepareFfmpegOutputs(context)
  const ingest = createIngest(context, { openFfmpegOutputs, recordings })
  const { nodeUrl } = context.config
  const holders = createStreamHolders(context)
  const originProxy = nodeUrl === undefined ? undefined : createOriginProxy(holders, nodeUrl, context.egress.mark)
  const isRealTime = context.config.realTime !== 'off'
  // An encapsulated Fastify context: segments pass through none of the site's hooks.
  await app.register(async (scope) => {
    playbackRoutes(scope, context, ingest, originProxy)
    if (isRealTime) firstPictureRoute(scope, context, { ingest, originProxy })
    if (recordings) {
      recordingRoutes(scope, recordings.stored, new ClipPictures(context, recordings.stored.pictureMedia))
      pictureRoute(scope, context, recordings.stored)
      downloadRoute(scope, context, recordings.stored)
    }
  })

  const proxy = nodeUrl !== undefined && isRealTime ? createRealTimeProxy(context, holders, nodeUrl) : undefined
  const realTime = isRealTime ? startRealTime(app, context, { ingest, proxy }) : undefined
  const onError = (error: unknown) =>
    context.log.warn({ error }, 'could not check the leases or stale broadcasts of the site')
  const tasks = [startPeriodicTask(createStaleBroadcastTask(context), { pauseMs: staleIntervalMs, onError })]
  if (nodeUrl !== undefined)
    tasks.push(startPeriodicTask(() => ingest.renewLeases(), { pauseMs: renewalIntervalMs, onError }))
  tasks.push(await startEvidencePictures(context, { ingest, stored: recordings?.stored }))
  // Only now: a process that is started twice by mistake fails to open its port, and must not take the first one's files.
  app.addHook('onListen', async () => recordings?.start())
  app.addHook('onClose', async () => {
    const closing = [...tasks, realTime, proxy, recordings].map((each) => each?.close())
    await Promise.all(closing)
  })
  const checks = {
    ...(originProxy && { otherProcesses: () => originProxy.check() }),
    ...(recordings && { recordingStore: () => recordings.checkStore() }),
  }
  return { ingest, realTime, recordings, checks, hasFfmpeg }
}
