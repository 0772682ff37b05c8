import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../db/open.ts'
import { insertClip } from '../../../db/recordings/clips.ts'
import { insertCut, listCutsToDo } from '../../../db/recordings/cuts.ts'
import { insertRecordedObject, listRecordedObjects } from '../../../db/recordings/recorded-objects.ts'
import { removeFolder, temporaryFolder } from '../../../testing/engines/private-process.ts'
import { removeCutMedia } from './cut-objects.ts'
import { createFolderStore } from './folder-store.ts'

const broadcastId = 'k3f9x2m7q1w8e5r4t6y0'
const startMs = 1_800_000_000_000
/** Each object has 15 segments of two seconds, of ten bytes each, and an index. */
const segmentBytes = 10
const segmentsPerObject = 15

async function open() {
  const folder = await temporaryFolder('cuts')
  const db = await openDatabase({ dataDir: join(folder, 'data') })
  onTestFinished(async () => {
    await db.destroy()
    await removeFolder(folder)
  })
  const stored = createFolderStore(join(folder, 'store'))
  let isAway = false
  const store = {
    ...stored,
    put: (key: string, file: string) => (isAway ? Promise.reject(new Error('away')) : stored.put(key, file)),
    delete: (key: string) => (isAway ? Promise.reject(new Error('away')) : stored.delete(key)),
  }
  const spoolFolder = join(folder, 'spool')
  await mkdir(spoolFolder)

  async function addObject(number: number, rendition = 'source'): Promise<void> {
    const firstSequence = number * segmentsPerObject
    const segments = Array.from({ length: segmentsPerObject }, (_, index) => ({
      ...{ sequence: firstSequence + index, init: 1, isAfterDiscontinuity: false, isIndependent: true, iv: '' },
      ...{ offset: index * segmentBytes, length: segmentBytes, keyNumber: 1, durationS: 2 },
      startedAtMs: startMs + (firstSequence + index) * 2000,
    }))
    const index = { offset: segmentsPerObject * segmentBytes, length: segmentBytes, keyNumber: 1, iv: '' }
    const bytes = (segmentsPerObject + 1) * segmentBytes
    const path = join(folder, 'object')
    await writeFile(path, Buffer.alloc(bytes, 7))
    await store.put(`${broadcastId}/${rendition}-${firstSequence}.m4s`, path)
    const contents = { inits: [], segments, index }
    await insertRecordedObject(db, { broadcastId, rendition, firstSequence, bytes, contents })
  }

  return {
    db,
    addObject,
    remove: () => removeCutMedia({ db, store, spoolFolder }),
    cut: (fromS: number, untilS: number) =>
      insertCut(db, { broadcastId, fromMs: startMs + fromS * 1000, untilMs: startMs + untilS * 1000 }),
    setAway(away: boolean) {
      isAway = away
    },
    /** For each object, a mark for each segment and the index: '#' where its bytes are there. */
    async inStore(rendition = 'source') {
      const marks: string[] = []
      for (let number = 0; number < 3; number++) {
        const key = `${broadcastId}/${rendition}-${number * segmentsPerObject}.m4s`
        const found = await stored.read(key, { offset: 0, length: (segmentsPerObject + 1) * segmentBytes })
        const pieces = Array.from({ length: segmentsPerObject + 1 }, (_, index) =>
          found?.bytes.subarray(index * segmentBytes, (index + 1) * segmentBytes),
        )
        marks.push(found ? pieces.map((piece) => (piece?.every((byte) => byte === 0) ? '.' : '#')).join('') : 'gone')
      }
      return marks
    },
  }
}

it('[REC-12] removes the segments of a stretch, and those at its edges, from every quality', async () => {
  const { db, addObject, cut, remove, inStore } = await open()
  for (const rendition of ['360p', 'source']) for (const number of [0, 1, 2]) await addObject(number, rendition)
  // From the 11th segment of the first object to the 6th of the third.
  await cut(21, 70.7)
  await remove()
  for (const rendition of ['360p', 'source']) {
    expect(await inStore(rendition)).toEqual(['##########......', 'gone', '......#########.'])
  }
  const objects = await listRecordedObjects(db, broadcastId)
  const left = objects.filter(({ rendition }) => rendition === 'source').flatMap(({ contents }) => contents.segments)
  expect(left.map(({ sequence }) => sequence)).toEqual([
    ...Array(10).keys(),
    ...Array.from({ length: 9 }, (_, i) => 36 + i),
  ])
  expect(objects.some(({ contents }) => contents.index)).toBe(false)
  expect(await listCutsToDo(db)).toEqual([])
})

it('[REC-12] tries again while the store is away, and cuts what is stored later', async () => {
  const { db, addObject, cut, remove, inStore, setAway } = await open()
  await addObject(0)
  await cut(0.6, 1.4)
  setAway(true)
  await expect(remove()).rejects.toThrow('away')
  expect(await listCutsToDo(db)).toHaveLength(1)
  setAway(false)
  await remove()
  await remove()
  expect((await inStore())[0]).toBe('.##############.')
  await cut(30, 60)
  await remove()
  await addObject(1)
  await remove()
  expect((await inStore()).slice(0, 2)).toEqual(['.#############..', 'gone'])
})

it('[REC-12] deletes the clips that show anything of the stretch, and no others', async () => {
  const { db, cut } = await open()
  const clip = { broadcastId, channel: 'alice', maker: 'bob', title: 'Bees', startsMediaMs: null, endsMediaMs: null }
  const from = (id: string, fromS: number, untilS: number) =>
    insertClip(db, { ...clip, id, createdAtMs: 0, startsMs: startMs + fromS * 1000, endsMs: startMs + untilS * 1000 })
  await from('before', 0, 9)
  await from('over', 5, 11)
  await from('in', 12, 18)
  await from('after', 21, 30)
  await cut(10, 20)
  const rows = await db.selectFrom('clips').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual(['after', 'before'])
})
