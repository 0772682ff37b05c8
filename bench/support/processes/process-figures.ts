import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory, open handles and child processes of a process, from /proc. */
export function readProcessFigures(pid: number): { residentKb: number; handles: number; children: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean)
    } catch {
      // The thread has ended meanwhile.
      return []
    }
  })
  return {
    residentKb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    children: children.length,
  }
}
