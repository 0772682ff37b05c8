import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { listRecordedObjects } from '../../db/recordings/recorded-objects.ts'
import { removeFolder, temporaryFolder } from '../../testing/engines/private-process.ts'
import { objectKey } from './object-name.ts'
import { createFolderStore } from './store/folder-store.ts'
import { StoreQueue } from './store-queue.ts'

const startedAtMs = 1_800_000_000_000

async function open() {
  const folder = await temporaryFolder('queue')
  const db = await openDatabase({ dataDir: join(folder, 'data') })
  onTestFinished(async () => {
    await db.destroy()
    await removeFolder(folder)
  })
  const stored = join(folder, 'stored')
  await mkdir(stored)
  const log: string[] = []
  const store = createFolderStore(stored)
  const queue = new StoreQueue({ db, log: pino({}, { write: (line) => void log.push(JSON.parse(line).msg) }) }, store)
  /** A complete object of 30 s. */
  async function add(index: number) {
    const path = join(folder, `object-${index}`)
    await writeFile(path, `object ${index}`.padEnd(10))
    const segment = {
      ...{ sequence: index * 15, init: 1, isAfterDiscontinuity: false, isIndependent: true, offset: 0, length: 8 },
      ...{ durationS: 30, startedAtMs: startedAtMs + index * 30_000, keyNumber: 1, iv: '00' },
    }
    const contents = { inits: [{ number: 1, offset: 0, length: 1 }], segments: [segment] }
    const object = { broadcastId: 'stream', rendition: 'source', firstSequence: index * 15, bytes: 8, contents }
    queue.add(object, path)
    return { object, path }
  }
  const read = async (index: number) => {
    const stored = await store.read(`stream/source-${index * 15}.m4s`, { offset: 0, length: 10 })
    return stored && Buffer.from(stored.bytes).toString().trim()
  }
  return { db, queue, store, stored, log, add, read }
}

it('[REC-3] keeps every object on this disk until the store and the database have it, however long the store is away', async () => {
  const { db, queue, stored, log, add, read } = await open()
  const first = await add(0)
  await queue.run()
  await expect(access(first.path)).rejects.toThrow('ENOENT')
  // A file in place of the folder: nothing can be stored.
  await rename(stored, `${stored}-away`)
  await writeFile(stored, '')
  const pauses: number[] = []
  const waiting = []
  for (let index = 1; index <= 10; index += 1) {
    waiting.push(await add(index))
    await queue.run()
    pauses.push(queue.pauseMs)
  }
  for (const { path } of waiting) await access(path)
  expect(queue.waitingBytes).toBe(80)
  expect(await listRecordedObjects(db, 'stream')).toEqual([first.object])
  expect(pauses.slice(0, 2)).toEqual([1000, 2000])
  expect(pauses.at(-1)).toBe(30_000)
  await removeFolder(stored)
  await rename(`${stored}-away`, stored)
  await queue.run()
  expect(queue.waitingBytes).toBe(0)
  for (const { path } of waiting) await expect(access(path)).rejects.toThrow('ENOENT')
  expect(await listRecordedObjects(db, 'stream')).toEqual([first, ...waiting].map(({ object }) => object))
  for (let index = 0; index <= 10; index += 1) expect(await read(index)).toBe(`object ${index}`)
  expect(log).toEqual([
    'could not store a recording; it stays on this disk, and is tried again',
    'the recording store works again',
  ])
})

it('stores an object again when the process died before the database had it', async () => {
  const { db, queue, store, add, read } = await open()
  const { object, path } = await add(0)
  await store.put(objectKey(object), path)
  await queue.run()
  expect(await listRecordedObjects(db, 'stream')).toEqual([object])
  expect(await read(0)).toBe('object 0')
})
