import { readdirSync, readFileSync } from 'node:fs'

/** What a process did since the reading began. */
export interface Turns {
  /** Of one core. */
  cores: number
  /** For how long its busiest thread was ready to run but had no core, as a share of the time: others had the cores. */
  waitedShare: number
}

/** Begins to read how much of the processor processes have, together; the result says so, as often as it is called. */
export function readTurns(pids: readonly number[]): () => Turns {
  const before = new Map(pids.flatMap(threadsOf))
  const beganMs = performance.now()
  return () => {
    const elapsedNs = (performance.now() - beganMs) * 1e6
    const changes = pids.flatMap(threadsOf).map(([thread, { ranNs, waitedNs }]) => {
      const was = before.get(thread)
      return { ranNs: ranNs - (was?.ranNs ?? 0), waitedNs: waitedNs - (was?.waitedNs ?? 0) }
    })
    return {
      cores: changes.reduce((sum, { ranNs }) => sum + ranNs, 0) / elapsedNs,
      waitedShare: Math.max(0, ...changes.map(({ waitedNs }) => waitedNs)) / elapsedNs,
    }
  }
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

/** From proc(5): time on a core, and time in its queue. */
function threadsOf(pid: number): [string, { ranNs: number; waitedNs: number }][] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
      const [ranNs = 0, waitedNs = 0] = text.split(' ').map(Number)
      return [thread, { ranNs, waitedNs }]
    })
  } catch {
    // It has ended meanwhile.
    return []
  }
}
