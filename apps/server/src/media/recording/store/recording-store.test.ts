import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { removeFolder, temporaryFolder } from '../../../testing/engines/private-process.ts'
import { startS3Server } from '../../../testing/engines/s3-server.ts'
import { createFolderStore } from './folder-store.ts'
import type { RecordingStore } from './recording-store.ts'
import { createS3Store } from './s3-store.ts'

/** Another disk, where a hard link is not possible. */
const otherDisk = '/dev/shm'

/** An S3-compatible store beside the one of the tests: `s3://bucket?endpoint=…`, as in WAGGLE_RECORDINGS_URL. */
const otherS3 = process.env.TEST_RECORDINGS_URL

const stores: Record<string, () => Promise<RecordingStore>> = {
  async 'a folder'() {
    return createFolderStore(await openFolder())
  },
  async 'a folder on another disk'() {
    return createFolderStore(await openFolder(otherDisk))
  },
  async 'an S3 store'() {
    const server = await startS3Server()
    onTestFinished(async () => void (await server.close()))
    return createS3Store(server.settings)
  },
  ...(otherS3 && {
    async [otherS3]() {
      const env = { ...process.env, WAGGLE_RECORDINGS_URL: otherS3 }
      const settings = readConfig(env).recordings
      if (settings === 'off' || settings.store.kind !== 's3') throw new Error('TEST_RECORDINGS_URL is not an S3 store')
      return createS3Store({ ...settings.store, prefix: `test-${Date.now()}-${Math.random()}/` })
    },
  }),
}

async function openFolder(parent?: string): Promise<string> {
  const folder = parent ? join(parent, `waggle-store-${process.pid}-${Math.random()}`) : await temporaryFolder('store')
  await mkdir(folder, { recursive: true })
  onTestFinished(() => removeFolder(folder))
  return folder
}

describe.each(Object.entries(stores))('%s', (_name, open) => {
  const key = 'broadcast/source-41.m4s'
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))

  async function openWithFile() {
    const store = await open()
    const file = join(await openFolder(), 'object')
    await writeFile(file, bytes)
    return { store, file }
  }

  it('gives back the range that is asked for, of the right object', async () => {
    const { store, file } = await openWithFile()
    await store.put(key, file)
    await writeFile(`${file}2`, 'another')
    await store.put('broadcast/360p-41.m4s', `${file}2`)
    expect(await store.read(key, { offset: 0, length: 5000 })).toMatchObject({ bytes, objectLength: 5000 })
    expect(await store.read(key, { offset: 1234, length: 1 })).toMatchObject({
      bytes: bytes.subarray(1234, 1235),
      objectLength: 5000,
    })
    expect(await store.read(key, { offset: 4990, length: 10 })).toMatchObject({ bytes: bytes.subarray(4990) })
    expect(await store.read('broadcast/360p-41.m4s', { offset: 0, length: 7 })).toMatchObject({
      bytes: Buffer.from('another'),
      objectLength: 7,
    })
  })

  it('says that a missing object, or a range past the end of one, is not there', async () => {
    const { store, file } = await openWithFile()
    await store.put(key, file)
    expect(await store.read('broadcast/source-42.m4s', { offset: 0, length: 1 })).toBeUndefined()
    expect(await store.read('other/source-41.m4s', { offset: 0, length: 1 })).toBeUndefined()
    expect(await store.read(key, { offset: 4990, length: 11 })).toBeUndefined()
    expect(await store.read(key, { offset: 5000, length: 1 })).toBeUndefined()
  })

  it('keeps a copy: the file may be deleted, and stored again before that', async () => {
    const { store, file } = await openWithFile()
    await store.put(key, file)
    await store.put(key, file)
    await removeFolder(file)
    expect(await store.read(key, { offset: 0, length: 5000 })).toMatchObject({ bytes, objectLength: 5000 })
  })

  it('[REC-12] always has an object that another one replaces', async () => {
    const { store, file } = await openWithFile()
    await store.put(key, file)
    let isReplaced = false
    const firstBytes: (number | undefined)[] = []
    const reading = (async () => {
      while (!isReplaced) firstBytes.push((await store.read(key, { offset: 0, length: 1 }))?.bytes[0])
    })()
    for (let round = 1; round <= 100; round++) {
      await writeFile(`${file}${round}`, Buffer.alloc(5000, round))
      await store.put(key, `${file}${round}`)
    }
    isReplaced = true
    await reading
    expect(firstBytes.length).toBeGreaterThan(20)
    expect(firstBytes).not.toContain(undefined)
    // Each is read after those that it replaced.
    expect(firstBytes).toEqual(firstBytes.toSorted((one = 0, other = 0) => one - other))
  })

  it('deletes one object, and does not mind when there is none', async () => {
    const { store, file } = await openWithFile()
    await store.put(key, file)
    await store.put('broadcast/source-56.m4s', file)
    await store.delete(key)
    await store.delete(key)
    await store.delete('never/source-1.m4s')
    expect(await store.read(key, { offset: 0, length: 1 })).toBeUndefined()
    expect(await store.read('broadcast/source-56.m4s', { offset: 0, length: 1 })).toMatchObject({
      bytes: bytes.subarray(0, 1),
    })
  })

  it('rejects what it could not store', async () => {
    const { store, file } = await openWithFile()
    await expect(store.put(key, `${file}-missing`)).rejects.toThrow()
    expect(await store.read(key, { offset: 0, length: 1 })).toBeUndefined()
  })
})

it('a folder removes the folder of a broadcast with its last object', async () => {
  const folder = await openFolder()
  const store = createFolderStore(folder)
  const file = join(await openFolder(), 'object')
  await writeFile(file, 'x')
  await store.put('broadcast/source-1.m4s', file)
  await store.delete('broadcast/source-1.m4s')
  expect(await readdir(folder)).toEqual([])
})

it('a store refuses a wrong secret, and says so', async () => {
  const server = await startS3Server()
  onTestFinished(async () => void (await server.close()))
  const store = createS3Store({ ...server.settings, secretAccessKey: 'wrong' })
  const file = join(await openFolder(), 'object')
  await writeFile(file, 'x')
  await expect(store.put('broadcast/source-1.m4s', file)).rejects.toThrow('403 SignatureDoesNotMatch')
  await expect(store.read('broadcast/source-1.m4s', { offset: 0, length: 1 })).rejects.toThrow('403')
  await expect(store.delete('broadcast/source-1.m4s')).rejects.toThrow('403')
  expect(server.objects.size).toBe(0)
})

it('[REC-3] a store that is overloaded, or does not answer, has stored and deleted nothing', async () => {
  const server = await startS3Server()
  const store = createS3Store(server.settings)
  const file = join(await openFolder(), 'object')
  await writeFile(file, 'x')
  server.state.isAway = true
  await expect(store.put('broadcast/source-1.m4s', file)).rejects.toThrow('503 SlowDown')
  await expect(store.read('broadcast/source-1.m4s', { offset: 0, length: 1 })).rejects.toThrow('503 SlowDown')
  expect(server.state.requests).toBe(2)
  await server.close()
  await expect(store.delete('broadcast/source-1.m4s')).rejects.toThrow()
})
