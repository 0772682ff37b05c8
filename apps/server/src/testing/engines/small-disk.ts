import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeFolder, temporaryFolder } from './private-process.ts'

/** A folder for the data of a process, on a disk that the test can fill. */
export interface SmallDisk {
  folder: string
  /** From now on, writing fails. */
  fill(pid: number): Promise<void>
  /** Writing succeeds again. */
  free(pid: number): Promise<void>
  /** From now on, no file can be created there, until the returned function has been called; only where the disk is one. */
  useUpInodes?(): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A file system of its own. Undefined where mounting is not allowed: without root, and in most containers. */
export async function openTmpfs({ size = '16m', inodes = 100 } = {}): Promise<SmallDisk | undefined> {
  const folder = await temporaryFolder('tmpfs')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},nr_inodes=${inodes},mode=700`, 'waggle-test', folder], {
      stdio: 'ignore',
    })
  } catch {
    await removeFolder(folder)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const zeros = function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      }
      await pipeline(zeros, createWriteStream(filler)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error
      })
    },
    free: () => rm(filler),
    async useUpInodes() {
      const made: string[] = []
      for (;;) {
        const name = join(folder, `empty-${made.length}`)
        try {
          await writeFile(name, '')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') break
          throw error
        }
        made.push(name)
      }
      return async () => {
        await Promise.all(made.map((name) => rm(name)))
      }
    },
    async close() {
      execFileSync('umount', [folder])
      await removeFolder(folder)
    },
  }
}

/** Any folder: the system refuses the process's writes to files (RLIMIT_FSIZE) with another error code than that of a full disk. */
export async function openLimitedFolder(): Promise<SmallDisk> {
  const folder = await temporaryFolder('limited')
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    folder,
    fill: async (pid) => void limit(pid, '0'),
    free: async (pid) => void limit(pid, 'unlimited'),
    close: () => removeFolder(folder),
  }
}
