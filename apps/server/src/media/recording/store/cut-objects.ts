import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../db/open.ts'
import { hasEvidence } from '../../../db/operating/evidence.ts'
import { type Cut, isCut, listCuts, listCutsToDo, markCutDone } from '../../../db/recordings/cuts.ts'
import {
  deleteRecordedObject,
  listRecordedObjects,
  type RecordedObject,
  saveObjectContents,
} from '../../../db/recordings/recorded-objects.ts'
import { type Stretch, stretchMarginMs } from '../../../db/recordings/stretch.ts'
import { objectKey, spoolFileName } from '../object-name.ts'
import type { ByteRange, RecordingStore } from './recording-store.ts'

interface CutContext {
  db: Db
  store: RecordingStore
  /** Where an object is written until it is stored. */
  spoolFolder: string
}

/**
 * Removes from the store what channels have cut out of recordings: whole objects, and segments of the others, in whose place are zeros. What
 * the store does not do is tried again. What is evidence of a report is removed once the evidence is deleted.
 */
export async function removeCutMedia(context: CutContext): Promise<void> {
  for (const cut of await listCutsToDo(context.db)) {
    // Until then nobody else can play it.
    if (await hasEvidence(context.db, cut.broadcastId, cut)) continue
    await removeOne(context, cut)
    await markCutDone(context.db, cut)
  }
}

async function removeOne(context: CutContext, { broadcastId, fromMs, untilMs }: Cut): Promise<void> {
  const around = { fromMs: fromMs - stretchMarginMs, untilMs: untilMs + stretchMarginMs }
  const cuts = await listCuts(context.db, broadcastId)
  for (const object of await listRecordedObjects(context.db, broadcastId, around))
    await cutObject(context, object, cuts)
}

async function cutObject(
  { db, store, spoolFolder }: CutContext,
  object: RecordedObject,
  cuts: readonly Stretch[],
): Promise<void> {
  const { contents } = object
  const segments = contents.segments.filter((segment) => !isCut(segment, cuts))
  if (segments.length === contents.segments.length) return
  if (segments.length === 0) {
    await store.delete(objectKey(object))
    await deleteRecordedObject(db, object)
    return
  }
  const removed: ByteRange[] = contents.segments.filter((segment) => isCut(segment, cuts))
  // It lists all segments. Downloads read those that are left instead.
  if (contents.index) removed.push(contents.index)
  // Nobody knows of which of its segments it is.
  if (contents.picture) removed.push(contents.picture)
  const found = await store.read(objectKey(object), { offset: 0, length: object.bytes })
  if (found) {
    for (const { offset, length } of removed) found.bytes.fill(0, offset, offset + length)
    const path = join(spoolFolder, `${spoolFileName(object)}.cut`)
    await writeFile(path, found.bytes, { mode: 0o600, flush: true })
    try {
      await store.put(objectKey(object), path)
    } finally {
      await rm(path, { force: true })
    }
  }
  await saveObjectContents(db, { ...object, contents: { inits: contents.inits, segments } })
}
