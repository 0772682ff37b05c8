/** The longest time that the event loop gave to one turn: on the clock, and of the processor, which other processes do not lengthen. */
export interface LongestSlice {
  wallMs: number
  cpuMs: number
}

/** Takes a whole core while it measures. `read` returns the longest slices since the last call. */
export function measureLoopSlices(): { read(): LongestSlice } {
  let longest: LongestSlice = { wallMs: 0, cpuMs: 0 }
  let wallMs = performance.now()
  let cpuMs = threadCpuMs()
  function turn(): void {
    const now = { wallMs: performance.now(), cpuMs: threadCpuMs() }
    longest = {
      wallMs: Math.max(longest.wallMs, now.wallMs - wallMs),
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - cpuMs),
    }
    wallMs = now.wallMs
    cpuMs = now.cpuMs
    setImmediate(turn)
  }
  turn()
  return {
    read() {
      const slice = longest
      longest = { wallMs: 0, cpuMs: 0 }
      return slice
    },
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
