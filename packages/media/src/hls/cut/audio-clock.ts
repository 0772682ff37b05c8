import { ticksPerSecond } from '../../fmp4/track.ts'

const driftSeconds = 0.05

/**
 * Gives audio frames exact times by counting samples: milliseconds cannot carry 1024/44100 s. The count follows the sender's
 * times only when they are more than 50 ms apart.
 */
export class AudioClock {
  readonly #sampleRateHz: number
  readonly #samplesPerFrame: number
  #next: number | undefined

  constructor(sampleRateHz: number, samplesPerFrame: number) {
    this.#sampleRateHz = sampleRateHz
    this.#samplesPerFrame = samplesPerFrame
  }

  /** The first sample of a frame that came with this time (90 kHz ticks), or undefined when it has to be left out. */
  place(ticks: number): number | undefined {
    const ideal = (ticks * this.#sampleRateHz) / ticksPerSecond
    const driftLimit = driftSeconds * this.#sampleRateHz
    const drift = this.#next === undefined ? Number.POSITIVE_INFINITY : ideal - this.#next
    // The sender runs slower than its sample rate: sound already placed cannot be taken back.
    if (drift < -driftLimit) return undefined
    const start = drift > driftLimit || this.#next === undefined ? Math.max(0, Math.round(ideal)) : this.#next
    this.#next = start + this.#samplesPerFrame
    return start
  }

  /** Goes on this many samples earlier. */
  moveBack(samples: number): void {
    if (this.#next !== undefined) this.#next -= samples
  }
}
