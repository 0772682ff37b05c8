import { insertBroadcast } from '../../apps/server/src/db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { createLog } from '../../apps/server/src/lib/log.ts'
import { ByteBudget } from '../../apps/server/src/media/recording/byte-budget.ts'
import { objectKey } from '../../apps/server/src/media/recording/object-name.ts'
import { Recorder } from '../../apps/server/src/media/recording/recorder.ts'
import { createFolderStore } from '../../apps/server/src/media/recording/store/folder-store.ts'
import { StoreQueue } from '../../apps/server/src/media/recording/store-queue.ts'
import { makeSegment } from '../../apps/server/src/media/recording/testing/segments.ts'
import { removeFolder, temporaryFolder } from '../../apps/server/src/testing/engines/private-process.ts'

// Records and stores a broadcast of 100 hours, or as many as the first argument says, with a ladder of one rung, as fast as the disk takes
// it, and prints the memory after each tenth. Run it with node --expose-gc.

const hours = Number(process.argv[2] ?? 100)
const segmentS = 2
const tenths = 10
const streamId = 'k3f9x2m7q1w8e5r4t6y0'
const folder = await temporaryFolder('recording-memory')
const db = await openDatabase({ dataDir: folder })
const log = createLog({ level: 'warn' })
const store = createFolderStore(`${folder}/stored`)
const queue = new StoreQueue({ db, log }, store)
const playlists = { nextNumber: 1, targetDurationS: segmentS, partTargetMs: 338 }
await insertBroadcast(db, { id: streamId, username: 'alice', startedAtMs: 1_800_000_000_000, playlists })

let stored = 0
const complete: string[] = []
const budget = new ByteBudget(256 * 2 ** 20)
const recorder = new Recorder({
  ...{ streamId, spoolFolder: `${folder}/waiting`, budget, log },
  keyOf: () => new Uint8Array(16),
  now: Date.now,
  hasRoom: () => true,
  onFile: () => undefined,
  onObject(object, path) {
    queue.add(object, path)
    complete.push(objectKey(object))
  },
  onEnd: () => undefined,
})

const segments = Math.round((hours * 3600) / segmentS)
console.log('hours recorded   heap, MB   memory of the process, MB')
for (let sequence = 1; sequence <= segments; sequence += 1) {
  for (const rendition of ['source', '360p']) recorder.add(makeSegment(sequence, { rendition, bytes: 4000 }))
  if (sequence % 4 === 0) recorder.addPicture({ jpeg: new Uint8Array(30_000), takenAtMs: Date.now() })
  if (sequence % 15 === 0) await settle()
  if (sequence % Math.round(segments / tenths) === 0) report((sequence * segmentS) / 3600)
}
await recorder.end()
await queue.run()
console.log(`${stored + complete.length} objects, ${queue.waitingObjects} still waiting`)
await db.destroy()
await removeFolder(folder)

/** Waits until the disk has what was recorded, and stores it. */
async function settle(): Promise<void> {
  while (recorder.pauseReason === undefined && budget.usedBytes > 0) await new Promise(setImmediate)
  if (recorder.pauseReason) throw new Error(`recording has stopped: ${recorder.pauseReason}`)
  await queue.run()
  // What is stored is deleted, as by retention: 100 hours need no room then.
  stored += complete.length
  for (const key of complete.splice(0)) await store.delete(key)
}

function report(atHour: number): void {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  console.log(`${atHour.toFixed(0).padStart(14)}${mb(heapUsed).padStart(11)}${mb(rss).padStart(28)}`)
}

function mb(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}
