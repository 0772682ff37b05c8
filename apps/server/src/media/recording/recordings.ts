import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { hlsKey } from '../../lib/playback/hls-keys.ts'
import type { MediaContext } from '../context.ts'
import { ByteBudget } from './byte-budget.ts'
import { createRecordedBroadcasts, type RecordedBroadcasts } from './delivery/recorded-broadcasts.ts'
import { DiskMargin } from './disk-margin.ts'
import { parseSpoolFileName } from './object-name.ts'
import { Recorder } from './recorder.ts'
import { recoverObject } from './recover-object.ts'
import { deleteOldLiveMedia, deleteUnwantedObjects, giveUpRecordings } from './retention.ts'
import { removeCutMedia } from './store/cut-objects.ts'
import { openStore } from './store/open-store.ts'
import { StoreQueue } from './store-queue.ts'

/** Media of all broadcasts of the process that waits for the disk. */
const maxWaitingBytes = 256 * 1024 * 1024
const diskCheckIntervalMs = 2000
const retentionIntervalMs = 30_000
/** A recording that its channel deletes is gone within five seconds. */
const deletionIntervalMs = 1500

/** Records the broadcasts of this process. */
export interface Recordings {
  /** A recorder for a broadcast that begins or is continued here. */
  open(streamId: string): Recorder
  /** Takes over what a previous process could not finish, and begins to store objects. */
  start(): void
  close(): Promise<void>
  /** What is recorded of every broadcast: what has been stored, and what is still on this disk. */
  readonly stored: RecordedBroadcasts
  readonly pausedCount: number
  /** Bytes on this disk that the store does not have yet. */
  readonly waitingBytes: number
  /** Rejects, and says why, while the store fails. */
  checkStore(): Promise<void>
  /** And in how many objects. */
  readonly waitingObjects: number
}

/** Undefined where the site does not record. */
export async function openRecordings(context: MediaContext): Promise<Recordings | undefined> {
  const { recordings: settings, dataDir, nodeUrl } = context.config
  if (settings === 'off') return undefined
  const { log, now, db } = context
  const spoolFolder = join(dataDir, 'recordings', 'waiting', folderOf(nodeUrl))
  const store = openStore(settings.store)
  const queue = new StoreQueue(context, store)
  const margin = new DiskMargin(dataDir)
  const budget = new ByteBudget(maxWaitingBytes)
  const recorders = new Set<Recorder>()
  /** The files that this process writes, until those of a previous process are found. */
  let own: Set<string> | undefined = new Set()
  let recovering: Promise<void> = Promise.resolve()
  const tasks: PeriodicTask[] = []
  await margin.check()

  async function recover(): Promise<void> {
    for (const name of await readdir(spoolFolder).catch(noneIfMissing)) {
      const object = parseSpoolFileName(name)
      const path = join(spoolFolder, name)
      if (object === undefined || own?.has(path)) continue
      const { bytes, contents } = await recoverObject(path)
      if (contents.segments.length > 0) queue.add({ ...object, bytes, contents }, path)
      else await rm(path)
    }
    own = undefined
  }

  function repeat(run: () => Promise<void>, pauseMs: number | (() => number), failure: string): void {
    const onError = (error: unknown) => log.warn({ error }, failure)
    tasks.push(startPeriodicTask(run, { pauseMs, onError, isBackground: true }))
  }

  return {
    open(streamId) {
      const recorder: Recorder = new Recorder({
        ...{ streamId, spoolFolder, budget, log, now },
        keyOf: (keyNumber) => hlsKey(context.secrets.hlsKeys, streamId, keyNumber),
        hasRoom: () => margin.hasRoom,
        onFile: (path) => own?.add(path),
        onObject: (object, path) => queue.add(object, path),
        onEnd: () => recorders.delete(recorder),
      })
      recorders.add(recorder)
      return recorder
    },
    start() {
      recovering = recover().catch((error) =>
        log.error(
          { error, spoolFolder },
          'could not read the recordings that a previous process left; they stay on this disk',
        ),
      )
      repeat(() => margin.check(), diskCheckIntervalMs, 'could not read how much of the disk is free')
      repeat(
        () => queue.run(),
        () => queue.pauseMs,
        'could not store recordings',
      )
      repeat(
        async () => {
          await giveUpRecordings(context, settings)
          await deleteOldLiveMedia(context, store, settings.keepDays)
        },
        retentionIntervalMs,
        'could not delete old recordings; trying again later',
      )
      repeat(
        async () => {
          await deleteUnwantedObjects(db, store)
          await removeCutMedia({ db, store, spoolFolder })
        },
        deletionIntervalMs,
        'could not delete a recording that is not wanted any more; trying again',
      )
    },
    async close() {
      await Promise.all([...recorders].map((recorder) => recorder.end()))
      await Promise.all([recovering, ...tasks.map((task) => task.close())])
    },
    stored: await createRecordedBroadcasts(context, store, (streamId) => [
      ...queue.waitingOf(streamId),
      ...[...recorders].filter((recorder) => recorder.streamId === streamId).flatMap(({ unfinished }) => unfinished),
    ]),
    get pausedCount() {
      return [...recorders].filter(({ pauseReason }) => pauseReason !== undefined).length
    },
    async checkStore() {
      if (queue.problem !== undefined) throw new Error(`${queue.problem}: recordings wait on this disk`)
    },
    get waitingObjects() {
      return queue.waitingObjects
    },
    get waitingBytes() {
      return queue.waitingBytes
    },
  }
}

/** Processes that share a data folder have a folder each for what they write. */
function folderOf(nodeUrl: string | undefined): string {
  return nodeUrl === undefined ? 'here' : nodeUrl.replaceAll(/[^a-z0-9.]+/gi, '-')
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
