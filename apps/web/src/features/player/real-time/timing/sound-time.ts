import type { TimeBase } from './playout-clock.ts'

/** Readings of the two clocks differ by some milliseconds from one to the next. */
const readings = 15

/**
 * The clock of the sound hardware: what `AudioContext.getOutputTimestamp` says is being heard. Single readings jitter, so their median
 * counts.
 */
export class SoundTime implements TimeBase {
  #differencesMs: number[] = []
  #differenceMs = 0

  /** At `nowMs`, the sound of `heardMs` on the hardware's clock is heard. */
  record(heardMs: number, nowMs: number): void {
    this.#differencesMs.push(nowMs - heardMs)
    if (this.#differencesMs.length > readings) this.#differencesMs.shift()
    const sorted = this.#differencesMs.toSorted((a, b) => a - b)
    this.#differenceMs = sorted[Math.floor(sorted.length / 2)] ?? 0
  }

  fromNow(nowMs: number): number {
    return nowMs - this.#differenceMs
  }

  toNow(heardMs: number): number {
    return heardMs + this.#differenceMs
  }

  /** Forgets the readings, because the hardware's clock stood still. */
  restart(): void {
    this.#differencesMs = []
  }
}
