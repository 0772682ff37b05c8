import { ticksPerSecond } from '../../fmp4/track.ts'

const maxDriftSeconds = 0.05

/**
 * Gives audio frames exact times by counting samples, because milliseconds cannot express 1024/44100 s. The count is reset to
 * the sender's time only when the two differ by more than 50 ms.
 */
export class AudioClock {
  readonly #sampleRateHz: number
  readonly #samplesPerFrame: number
  #next: number | undefined

  constructor(sampleRateHz: number, samplesPerFrame: number) {
    this.#sampleRateHz = sampleRateHz
    this.#samplesPerFrame = samplesPerFrame
  }

  /** Start of a frame in samples. `ticks` is its time by the sender (90 kHz). Undefined when the frame has to be dropped. */
  place(ticks: number): number | undefined {
    const ideal = (ticks * this.#sampleRateHz) / ticksPerSecond
    const driftLimit = maxDriftSeconds * this.#sampleRateHz
    const drift = this.#next === undefined ? Number.POSITIVE_INFINITY : ideal - this.#next
    // The sender runs slower than its sample rate, and audio that was already placed cannot be moved.
    if (drift < -driftLimit) return undefined
    const start = drift > driftLimit || this.#next === undefined ? Math.max(0, Math.round(ideal)) : this.#next
    this.#next = start + this.#samplesPerFrame
    return start
  }

  /** Moves the next frame this many samples earlier. */
  moveEarlier(samples: number): void {
    if (this.#next !== undefined) this.#next -= samples
  }
}
