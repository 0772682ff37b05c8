import type { FastifyInstance } from 'fastify'
import { startRounds } from '../lib/rounds.ts'
import type { MediaContext } from './context.ts'
import { prepareExtraOutputs } from './extra-outputs.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { renewalIntervalMs } from './leases.ts'
import { createOriginProxy } from './origin-proxy.ts'
import { playbackRoutes } from './playback.ts'
import { createStaleRound } from './stale-broadcasts.ts'

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
  const rounds = [startRounds(createStaleRound(context), { pauseMs: staleIntervalMs, onError })]
  if (nodeUrl !== undefined) rounds.push(startRounds(() => ingest.renew(), { pauseMs: renewalIntervalMs, onError }))
  app.addHook('onClose', async () => {
    await Promise.all(rounds.map((round) => round.close()))
  })
  return ingest
}
