import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, open, rm, statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { databaseFile } from '../../backup/site-data.ts'
import { masterKeyFile } from '../../lib/secrets.ts'
import { marginBytes } from '../../media/recording/disk-margin.ts'
import { codeOf, type Examination, reasonOf } from './examination.ts'

const writes = 9
const writeBytes = 4096
/** A chat message waits for its disk: with a slower one, everybody sees it. Spinning disks take 10 to 30 ms. */
const slowMs = 100

/** Writes into the data folder as the database does, or into the folder that will hold it. */
export async function examineDataFolder(dataDir: string): Promise<Examination> {
  const folder = nearestExisting(dataDir)
  const { mistake, medianMs } = await tryWriting(folder)
  const mistakes = mistake === undefined ? [] : [mistake]
  if (medianMs > slowMs) {
    mistakes.push(
      `The disk of ${folder} takes ${Math.round(medianMs)} ms to store 4 kB, and chat waits for it: put WAGGLE_DATA_DIR on a local SSD.`,
    )
  }
  const { bsize, blocks, bavail } = await statfs(folder)
  if (bsize * bavail < marginBytes(bsize * blocks)) {
    mistakes.push(
      `The disk of ${folder} is nearly full (${size(bsize * bavail)} of ${size(bsize * blocks)} are free), so nothing is recorded: free some space, or set WAGGLE_REPLAY_GIB.`,
    )
  }
  return { title: `data folder ${dataDir}`, mistakes }
}

/** What keeps this user from writing there, if anything. */
export async function findWriteMistake(dataDir: string): Promise<string | undefined> {
  return (await tryWriting(nearestExisting(dataDir))).mistake
}

async function tryWriting(folder: string): Promise<{ mistake?: string; medianMs: number }> {
  const file = join(folder, `.doctor-${randomBytes(8).toString('hex')}`)
  try {
    const medianMs = await measureWrites(file)
    // Another user, root for example, may have made them.
    for (const name of [masterKeyFile, databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`].filter((name) =>
      existsSync(join(folder, name)),
    )) {
      await access(join(folder, name), constants.R_OK | constants.W_OK)
    }
    return { medianMs }
  } catch (error) {
    return { mistake: explain(error, folder), medianMs: 0 }
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}

/** The median time of a small write that reaches the disk, in milliseconds. */
async function measureWrites(file: string): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const times: number[] = []
    for (let write = 0; write < writes; write += 1) {
      const startedMs = performance.now()
      await handle.write(Buffer.alloc(writeBytes, 1))
      await handle.datasync()
      times.push(performance.now() - startedMs)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(writes / 2)] ?? 0
  } finally {
    await handle.close()
  }
}

function explain(error: unknown, folder: string): string {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full, so nothing can be stored: free some space there.`
    case 'EROFS':
      return `The disk of ${folder} is mounted read-only: mount it for writing, or set WAGGLE_DATA_DIR to another folder.`
    case 'ENOTDIR':
      return `WAGGLE_DATA_DIR is ${folder}, which is a file: name a folder.`
    case 'EACCES':
    case 'EPERM':
      return `The user ${userName()} may not write into ${folder}: run 'chown -R ${userName()} ${folder}' as root, or set WAGGLE_DATA_DIR to a folder of that user.`
    default:
      return `Nothing can be stored in ${folder} (${reasonOf(error)}): set WAGGLE_DATA_DIR to a folder on a local disk.`
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

function size(bytes: number): string {
  const gibibytes = bytes / 1024 ** 3
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`
}
