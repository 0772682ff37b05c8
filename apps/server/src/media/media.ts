import type { FastifyInstance } from 'fastify'
import { endStaleBroadcasts } from '../db/broadcasts.ts'
import { type Rounds, startRounds } from '../lib/rounds.ts'
import type { MediaContext } from './context.ts'
import { prepareExtraOutputs } from './extra-outputs.ts'
import { createIngest, type Ingest } from './ingest.ts'
import { renewalIntervalMs } from './leases.ts'
import { createOriginProxy } from './origin-proxy.ts'
import { playbackRoutes } from './playback.ts'

const staleCheckIntervalMs = 30_000
const orphanCheckIntervalMs = 10_000

/** The media role: RTMP in, LL-HLS out. Returns once it serves the playlists; `listen()` of the ingest opens its port. */
export async function startMedia(app: FastifyInstance, context: MediaContext): Promise<Ingest> {
  const ingest = createIngest(context, await prepareExtraOutputs(context))
  const { nodeUrl } = context.config
  const elsewhere = nodeUrl === undefined ? undefined : createOriginProxy(context, nodeUrl)
  // A bare context of its own: segments pass through none of the site's hooks.
  await app.register(async (scope) => playbackRoutes(scope, ingest, elsewhere))

  const endStale = () =>
    endStaleBroadcasts(context.db, context.now()).catch((error) =>
      context.log.warn({ error }, 'could not end broadcasts of a dead process; trying again later'),
    )
  await endStale()
  await ingest.resume()
  const staleCheck = setInterval(endStale, staleCheckIntervalMs)
  const rounds = nodeUrl === undefined ? [] : startLeaseRounds(ingest, context)
  app.addHook('onClose', async () => {
    clearInterval(staleCheck)
    await Promise.all(rounds.map((round) => round.close()))
  })
  return ingest
}

/** Where several processes run media: each tells that it lives, and takes over what those leave that do not. */
function startLeaseRounds(ingest: Ingest, { log }: MediaContext): Rounds[] {
  // When the database is back after an outage, holders that live have not renewed yet: they come first.
  let hasJustFailed = false
  const onError = (error: unknown) => {
    hasJustFailed = true
    log.warn({ error }, 'could not look after the leases of broadcasts')
  }
  const takeOver = async () => {
    if (!hasJustFailed) await ingest.resume()
    hasJustFailed = false
  }
  return [
    startRounds(() => ingest.renew(), { pauseMs: renewalIntervalMs, onError }),
    startRounds(takeOver, { pauseMs: orphanCheckIntervalMs, onError }),
  ]
}
