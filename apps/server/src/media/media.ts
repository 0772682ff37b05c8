import type { FastifyInstance } from 'fastify'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import { prepareFfmpegOutputs } from './broadcast/ffmpeg-outputs.ts'
import { createStaleBroadcastTask } from './broadcast/stale-broadcasts.ts'
import { renewalIntervalMs } from './cluster/leases.ts'
import { createOriginProxy } from './cluster/origin-proxy.ts'
import type { MediaContext } from './context.ts'
import { playbackRoutes } from './delivery/playback.ts'
import { createIngest, type Ingest } from './ingest/ingest.ts'
import { startRealTime } from './real-time/real-time.ts'

const staleIntervalMs = 10_000

/** The media role: RTMP in, LL-HLS out. The returned ingest opens its port when `listen()` is called. */
export async function startMedia(app: FastifyInstance, context: MediaContext): Promise<Ingest> {
  const ingest = createIngest(context, await prepareFfmpegOutputs(context))
  const { nodeUrl } = context.config
  const originProxy = nodeUrl === undefined ? undefined : createOriginProxy(context, nodeUrl)
  // An encapsulated Fastify context: segments pass through none of the site's hooks.
  await app.register(async (scope) => playbackRoutes(scope, ingest, originProxy))

  const realTime = context.config.realTime === 'off' ? undefined : startRealTime(app, context, ingest)
  const onError = (error: unknown) =>
    context.log.warn({ error }, 'could not check the leases or stale broadcasts of the site')
  const tasks = [startPeriodicTask(createStaleBroadcastTask(context), { pauseMs: staleIntervalMs, onError })]
  if (nodeUrl !== undefined)
    tasks.push(startPeriodicTask(() => ingest.renewLeases(), { pauseMs: renewalIntervalMs, onError }))
  app.addHook('onClose', async () => {
    await Promise.all([...tasks.map((task) => task.close()), realTime?.close()])
  })
  return ingest
}
