import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc/<pid>/stat; 100 on every Linux that Debian builds. */
const ticksPerSecond = 100

export interface ProcessCost {
  cpuSeconds: number
  /** Proportional set size: private memory, and a proportional share of shared memory. */
  memoryBytes: number
}

/** What a process and its descendants have used so far (proc(5)). Processes that have ended count towards the parent that waited for them. */
export function readProcessCost(pid: number): ProcessCost {
  const parents = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readOrNothing(`/proc/${name}/stat`)
    // The program's name, in parentheses, may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const parent = Number(fields[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
    ticks.set(Number(name), user + system + childUser + childSystem)
  }
  const family = [pid]
  for (const member of family) family.push(...(parents.get(member) ?? []))
  return {
    cpuSeconds: family.reduce((sum, member) => sum + (ticks.get(member) ?? 0), 0) / ticksPerSecond,
    memoryBytes: family.reduce((sum, member) => sum + memoryOf(member), 0),
  }
}

function memoryOf(pid: number): number {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
