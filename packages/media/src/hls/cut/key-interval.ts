import type { Sample } from '../../sample.ts'

const rememberedIntervals = 4
/** The first interval is told before it ends once it is as long as this. */
const tellsFromMs = 4000
const jumpMs = 3000

/** How far apart key frames are: long intervals make players wait and are worth a word to the streamer. */
export class KeyInterval {
  #intervalsMs: number[] = []
  #keyMs: number | undefined
  #lastMs: number | undefined

  push(sample: Sample): void {
    if (sample.track !== 'video') return
    const isJump = this.#lastMs !== undefined && Math.abs(sample.dtsMs - this.#lastMs) > jumpMs
    if (isJump) this.#keyMs = undefined
    this.#lastMs = sample.dtsMs
    if (!sample.key) return
    if (this.#keyMs !== undefined)
      this.#intervalsMs = [...this.#intervalsMs, sample.dtsMs - this.#keyMs].slice(-rememberedIntervals)
    this.#keyMs = sample.dtsMs
  }

  /** Another encoder begins. */
  clear(): void {
    this.#intervalsMs = []
    this.#keyMs = undefined
    this.#lastMs = undefined
  }

  /** The longest of the last few in milliseconds, the one that still runs included. Undefined while none is known. */
  get longestMs(): number | undefined {
    const runningMs = (this.#lastMs ?? 0) - (this.#keyMs ?? this.#lastMs ?? 0)
    const isKnown = this.#intervalsMs.length > 0 || runningMs >= tellsFromMs
    return isKnown ? Math.max(runningMs, ...this.#intervalsMs) : undefined
  }
}
