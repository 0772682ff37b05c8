import { readdir, readFile } from 'node:fs/promises'

/** Beyond this share, a burst of connections uses up the rest before the next check. */
const fullShare = 0.95
/** What the system answers when a process, or the whole machine, has used up its file handles (open(2)). */
const exhausted = new Set(['EMFILE', 'ENFILE'])

/**
 * A check of readiness that rejects while nearly all file handles are used, of which every connection and file takes one. Without any left,
 * new connections are closed at once, while those that are open go on.
 */
export async function checkFileHandles(): Promise<void> {
  try {
    const [open, limits] = await Promise.all([readdir('/proc/self/fd'), readFile('/proc/self/limits', 'utf8')])
    const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
    if (open.length < most * fullShare) return
    throw new Error(
      `${open.length} of ${most} file handles are used: raise the limit (LimitNOFILE of systemd, ulimit -n)`,
    )
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw code && exhausted.has(code)
      ? new Error(`all file handles are used (${code}): raise the limit`)
      : new Error(message)
  }
}
