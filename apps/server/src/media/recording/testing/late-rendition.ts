import { openDatabase } from '../../../db/open.ts'
import { listRecordedObjects, saveObjectContents } from '../../../db/recordings/recorded-objects.ts'

/** Forgets the first segment of a rendition, as where the ladder began later than the source. On a quiet machine it may not. */
export async function beginLate(dataDir: string, streamId: string, rendition: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  const first = (await listRecordedObjects(db, streamId)).find((object) => object.rendition === rendition)
  if (first === undefined) throw new Error('not recorded')
  const segments = first.contents.segments.slice(1)
  await saveObjectContents(db, { ...first, contents: { ...first.contents, segments } })
  await db.destroy()
}
