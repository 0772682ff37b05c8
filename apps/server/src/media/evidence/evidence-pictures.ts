import { listWantedPictures, saveEvidencePicture } from '../../db/operating/evidence.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { MediaContext } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { RecordedBroadcasts } from '../recording/delivery/recorded-broadcasts.ts'

const intervalMs = 5000
/** A picture of what is live is at most this old: the moment that was reported may be further back. */
const liveWithinMs = 30_000

interface PictureSources {
  ingest: Pick<Ingest, 'find'>
  /** Undefined where the site does not record. */
  stored: Pick<RecordedBroadcasts, 'picture'> | undefined
}

/** Keeps a picture of what was reported, from the process that has one: of what is live the newest, and otherwise a recorded one (rule OPERATE-9). */
export async function startEvidencePictures(context: MediaContext, sources: PictureSources): Promise<PeriodicTask> {
  const { db, now, log, state } = context

  async function keepWanted(): Promise<void> {
    for (const { thingId, broadcastId, atMs } of await listWantedPictures(db, now())) {
      const picture = await find(broadcastId, atMs)
      if (picture) await saveEvidencePicture(db, thingId, picture)
    }
  }

  async function find(broadcastId: string, atMs: number): Promise<Uint8Array | undefined> {
    const live = sources.ingest.find(broadcastId)?.thumbnails[0]
    if (live && now() - atMs < liveWithinMs) return live
    return (await sources.stored?.picture(broadcastId, atMs)) ?? live
  }

  const onError = (error: unknown) => log.warn({ error }, 'could not keep a picture of what was reported; trying again')
  let running = Promise.resolve()
  const run = () => {
    running = running.then(keepWanted).catch(onError)
    return running
  }
  await state.subscribe('reported', () => void run())
  return startPeriodicTask(run, { pauseMs: intervalMs, onError, isBackground: true })
}
