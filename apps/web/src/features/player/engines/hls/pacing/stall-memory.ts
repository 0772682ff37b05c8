/** A stall counts for this long. */
const usualMemoryMs = 180_000
/** A decoder that is restarted after a stall reports another one. */
const sameStallMs = 1000

/** Remembers the stalls of the last minutes. */
export function createStallMemory(now: () => number = () => performance.now(), memoryMs = usualMemoryMs) {
  let stalledAtMs: number[] = []
  return {
    record(): void {
      const isSame = now() - (stalledAtMs.at(-1) ?? Number.NEGATIVE_INFINITY) < sameStallMs
      if (!isSame) stalledAtMs.push(now())
    },
    recent(): number {
      stalledAtMs = stalledAtMs.filter((atMs) => atMs > now() - memoryMs)
      return stalledAtMs.length
    },
    clear(): void {
      stalledAtMs = []
    },
  }
}
