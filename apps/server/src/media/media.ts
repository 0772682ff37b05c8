import type { FastifyInstance } from 'fastify'
import { startPeriodicTask } from '../lib/periodic-task.ts'
import { prepareExtraOutputs } from './broadcast/extra-outputs.ts'
import { createStaleRound } from './broadcast/stale-broadcasts.ts'
import { renewalIntervalMs } from './cluster/leases.ts'
import { createOriginProxy } from './cluster/origin-proxy.ts'
import type { MediaContext } from './context.ts'
import { playbackRoutes } from './delivery/playback.ts'
import { createIngest, type Ingest } from './ingest/ingest.ts'

const staleIntervalMs = 10_000

/** The media role: RTMP in, LL-HLS out. Returns once it serves the playlists; `listen()` of the ingest opens its port. */
export async function startMedia(app: FastifyInstance, context: MediaContext): Promise<Ingest> {
  const ingest = createIngest(context, await prepareExtraOutputs(context))
  const { nodeUrl } = context.config
  const elsewhere = nodeUrl === undefined ? undefined : createOriginProxy(context, nodeUrl)
  // A bare context of its own: segments pass through none of the site's hooks.
  await app.register(async (scope) => playbackRoutes(scope, ingest, elsewhere))

  const onError = (error: unknown) =>
    context.log.warn({ error }, 'could not look after the broadcasts of all processes')
  const rounds = [startPeriodicTask(createStaleRound(context), { pauseMs: staleIntervalMs, onError })]
  if (nodeUrl !== undefined)
    rounds.push(startPeriodicTask(() => ingest.renew(), { pauseMs: renewalIntervalMs, onError }))
  app.addHook('onClose', async () => {
    await Promise.all(rounds.map((round) => round.close()))
  })
  return ingest
}
