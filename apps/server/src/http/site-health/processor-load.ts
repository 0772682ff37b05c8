import { cpus } from 'node:os'

/**
 * Measures how busy the processors of this machine are, with all of its programs: ffmpeg and the database work outside of this process.
 * `read` returns the share of all cores that was in use since it was last called, 0 to 1; null where the machine does not say.
 */
export function measureProcessorLoad(): { read(): number | null } {
  let last = readTimes()
  return {
    read() {
      const times = readTimes()
      const allMs = times.allMs - last.allMs
      const idleMs = times.idleMs - last.idleMs
      last = times
      return allMs > 0 ? Math.min(1, Math.max(0, 1 - idleMs / allMs)) : null
    },
  }
}

function readTimes(): { allMs: number; idleMs: number } {
  const all = cpus().map(({ times }) => times)
  return {
    allMs: all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
    idleMs: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}
