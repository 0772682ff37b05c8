import type { FastifyInstance } from 'fastify'
import { endStaleBroadcasts } from '../db/broadcasts.ts'
import type { MediaContext } from './context.ts'
import { prepareExtraOutputs } from './extra-outputs.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { playbackRoutes } from './playback.ts'

const staleCheckIntervalMs = 30_000

/** The media role: RTMP in, LL-HLS out. Returns once it serves the playlists; `listen()` of the ingest opens its port. */
export async function startMedia(app: FastifyInstance, context: MediaContext): Promise<Ingest> {
  const ingest = createIngest(context, await prepareExtraOutputs(context))
  // A bare context of its own: segments pass through none of the site's hooks.
  await app.register(async (scope) => playbackRoutes(scope, ingest))

  const endStale = () =>
    endStaleBroadcasts(context.db, context.now()).catch((error) =>
      context.log.warn({ error }, 'could not end broadcasts of a dead process; trying again later'),
    )
  await endStale()
  await ingest.resume()
  const staleCheck = setInterval(endStale, staleCheckIntervalMs)
  app.addHook('onClose', async () => clearInterval(staleCheck))
  return ingest
}
