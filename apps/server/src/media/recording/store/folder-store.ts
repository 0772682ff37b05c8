import { constants, copyFile, link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange, ObjectBytes, RecordingStore } from './recording-store.ts'

/** Keeps objects as files of a folder, in a folder for each broadcast. */
export function createFolderStore(folder: string): RecordingStore {
  return {
    async put(key, file) {
      const target = join(folder, key)
      const unfinished = `${target}.unfinished`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // A process that died may have left it.
      await rm(unfinished, { force: true })
      await link(file, unfinished).catch((error) => {
        if (!linkFailures.has(error.code)) throw error
        return copyToDisk(file, unfinished)
      })
      // The old object can be read until this replaces it, and a crash keeps one of the two.
      await rename(unfinished, target)
      // It does nothing where both are names of the same file.
      await rm(unfinished, { force: true })
      await syncFolder(dirname(target))
    },
    read: (key, range, into) => readRange(join(folder, key), range, into),
    async delete(key) {
      const target = join(folder, key)
      await rm(target, { force: true })
      await rm(`${target}.unfinished`, { force: true })
      await rmdir(dirname(target)).catch((error) => {
        if (!folderInUse.has(error.code)) throw error
      })
    },
  }
}

/** Undefined when there is no such file, or it is shorter. It is read into the memory that is given, if it is large enough. */
export async function readRange(
  path: string,
  { offset, length }: ByteRange,
  into?: Buffer,
): Promise<ObjectBytes | undefined> {
  const file = await open(path, constants.O_RDONLY).catch(undefinedIfMissing)
  if (file === undefined) return undefined
  try {
    const bytes = into && into.length >= length ? into.subarray(0, length) : Buffer.allocUnsafe(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    if (bytesRead < length) return undefined
    const { size, ino, mtimeMs } = await file.stat()
    return { bytes, objectLength: size, version: `${ino.toString(36)}-${Math.round(mtimeMs).toString(36)}` }
  } finally {
    await file.close()
  }
}

/** The folder is on another disk, or on one without hard links. */
const linkFailures = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])
const folderInUse = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT'])

async function copyToDisk(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** A new name in a folder survives a power cut only after this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  await folder.sync().finally(() => folder.close())
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
