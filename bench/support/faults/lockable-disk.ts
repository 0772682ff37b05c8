import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const filesAndFolders = ['(', '-type', 'f', '-o', '-type', 'd', ')']

/**
 * An ext4 of its own, whose files can become read-only while they are open and be writable again (the attribute `immutable`): the system
 * refuses what is written to them, and to new files. A real remount would be refused while files are open, and after an error of its own the
 * kernel does not take it back before an unmount. Needs root.
 */
export function openLockableDisk(megabytes: number) {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const place = mkdtempSync(join(tmpdir(), 'waggle-disk-'))
  // PostgreSQL runs as another user.
  chmodSync(place, 0o711)
  const [image, folder] = [join(place, 'image'), join(place, 'mounted')]
  run('truncate', '-s', `${megabytes}M`, image)
  run('mkfs.ext4', '-q', '-F', image)
  run('mkdir', folder)
  run('mount', '-o', 'loop', image, folder)
  return {
    folder,
    // The kernel ends a process that writes to the memory of such a file, which it does not for a real read-only file system.
    lock: () =>
      void run('find', folder, ...filesAndFolders, '-not', '-name', '*-shm', '-exec', 'chattr', '+i', '{}', '+'),
    unlock: () => void run('find', folder, ...filesAndFolders, '-exec', 'chattr', '-i', '{}', '+'),
    close(): void {
      run('umount', folder)
      rmSync(place, { recursive: true })
    },
  }
}
