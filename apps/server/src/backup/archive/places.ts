import { createReadStream } from 'node:fs'
import { chmod, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { RecordingStoreSettings } from '../../config/recordings.ts'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { syncFolder } from '../../media/recording/store/folder-store.ts'
import { createS3Store } from '../../media/recording/store/s3-store.ts'
import { BackupError } from '../backup-error.ts'

/** Where a backup is written. It can be found under its name only once it was published. */
export interface BackupSink {
  write(bytes: Uint8Array): Promise<void>
  /** What has been written, once it would survive a power cut. */
  written(): Promise<BackupFile>
  /** Returns the name with which it is restored. */
  publish(): Promise<string>
  discard(): Promise<void>
}

export interface BackupFile {
  name: string
  read(): AsyncIterable<Uint8Array>
}

export type Bucket = Extract<RecordingStoreSettings, { kind: 's3' }>

/** The largest object of a backup in a bucket, and what it takes of this machine's disk meanwhile. */
const pieceBytes = 64 * 1024 * 1024
const readBytes = 4 * 1024 * 1024

export async function createFileSink(folder: string, name: string): Promise<BackupSink> {
  makeFolder(folder)
  const path = join(folder, name)
  const unfinished = `${path}.unfinished`
  // The copy has the master key: only its owner reads it.
  const file = await open(unfinished, 'wx', 0o600)
  return {
    async write(bytes) {
      await file.writev([bytes])
    },
    async written() {
      await file.sync()
      await file.close()
      return { name: path, read: () => createReadStream(unfinished) }
    },
    async publish() {
      await rename(unfinished, path)
      await syncFolder(folder)
      return path
    },
    async discard() {
      await file.close().catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

/** A backup in a bucket is a row of objects, `….0001` and on, because a store takes at most 5 GB at once. `url` names its folder there. */
export function createBucketSink(bucket: Bucket, url: URL, name: string): BackupSink {
  const store = createS3Store(bucket)
  const piecePath = join(tmpdir(), `${name}.${process.pid}.unfinished`)
  const written: string[] = []
  let piece: Awaited<ReturnType<typeof open>> | undefined
  let bytesInPiece = 0

  async function putPiece(): Promise<void> {
    await piece?.close()
    piece = undefined
    const key = pieceKey(name, written.length + 1)
    written.push(key)
    await store.put(key, piecePath)
    await rm(piecePath)
    bytesInPiece = 0
  }

  const address = new URL(url)
  address.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return {
    async write(bytes) {
      if (bytesInPiece + bytes.length > pieceBytes) await putPiece()
      piece ??= await open(piecePath, 'w', 0o600)
      await piece.writev([bytes])
      bytesInPiece += bytes.length
    },
    async written() {
      await putPiece()
      return openBucketFile(bucket, name, address.href)
    },
    publish: async () => address.href,
    async discard() {
      await piece?.close().catch(() => undefined)
      await rm(piecePath, { force: true })
      // Its last piece is missing, so that nobody takes what is left for a backup.
      for (const key of written.toReversed()) await store.delete(key).catch(() => undefined)
    },
  }
}

function openBucketFile(bucket: Bucket, name: string, address: string): BackupFile {
  const store = createS3Store(bucket)
  return {
    name: address,
    async *read() {
      for (let number = 1; ; number += 1) {
        const key = pieceKey(name, number)
        const first = await store.read(key, { offset: 0, length: 1 })
        if (first === undefined) return
        for (let offset = 0; offset < first.objectLength; offset += readBytes) {
          const length = Math.min(readBytes, first.objectLength - offset)
          const found = await store.read(key, { offset, length })
          if (found === undefined) return
          yield found.bytes
        }
      }
    },
  }
}

/** The backup at the address that `publish` has returned. */
export function openBucketBackup(bucket: Bucket, address: string): BackupFile {
  const name = basename(bucket.prefix)
  return openBucketFile({ ...bucket, prefix: bucket.prefix.slice(0, -name.length - 1) }, name, address)
}

export async function openBackupFile(path: string): Promise<BackupFile> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new BackupError(`${path} is no backup: a backup is one file`)
  return { name: path, read: () => createReadStream(path) }
}

/** A file that only its owner reads, and that survives a power cut. */
export async function writeToDisk(
  path: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const part of parts) await file.writev([part])
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, 0o600)
  await syncFolder(dirname(path))
}

function pieceKey(name: string, number: number): string {
  return `${name}.${String(number).padStart(4, '0')}`
}
