import type { Sample } from '../../sample.ts'

const rememberedIntervals = 4
/** Before a second key frame, the running interval is reported once it is this long. */
const minRunningIntervalMs = 4000
const clockJumpMs = 3000

/** Measures the key frame interval. A long one makes players wait, so the streamer is told about it. */
export class KeyInterval {
  #intervalsMs: number[] = []
  #keyMs: number | undefined
  #lastMs: number | undefined

  push(sample: Sample): void {
    if (sample.track !== 'video') return
    const isJump = this.#lastMs !== undefined && Math.abs(sample.dtsMs - this.#lastMs) > clockJumpMs
    if (isJump) this.#keyMs = undefined
    this.#lastMs = sample.dtsMs
    if (!sample.key) return
    if (this.#keyMs !== undefined)
      this.#intervalsMs = [...this.#intervalsMs, sample.dtsMs - this.#keyMs].slice(-rememberedIntervals)
    this.#keyMs = sample.dtsMs
  }

  /** Starts over, for another encoder. */
  clear(): void {
    this.#intervalsMs = []
    this.#keyMs = undefined
    this.#lastMs = undefined
  }

  /** The longest of the last four intervals and the running one. Undefined while none is known. */
  get longestMs(): number | undefined {
    const runningMs = (this.#lastMs ?? 0) - (this.#keyMs ?? this.#lastMs ?? 0)
    const isKnown = this.#intervalsMs.length > 0 || runningMs >= minRunningIntervalMs
    return isKnown ? Math.max(runningMs, ...this.#intervalsMs) : undefined
  }
}
