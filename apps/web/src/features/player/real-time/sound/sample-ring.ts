/** Decoded sound of one moment: the samples of each channel, between -1 and 1. */
export interface SoundBlock {
  startMs: number
  sampleRateHz: number
  channels: Float32Array[]
}

const capacitySeconds = 4
/** Timestamps are rounded. A larger difference is a gap, or an overlap. */
const toleranceMs = 1.5

/**
 * The sound that has been decoded and not heard for long. Positions are counted in samples since the first block of a timeline, so that
 * sound without gaps is read without rounding. A gap in the timestamps is silence.
 */
export class SampleRing {
  #channels: Float32Array[] = []
  #sampleRateHz = 0
  #startMs = 0
  /** Positions of the oldest sample and after the newest one. */
  #from = 0
  #until = 0

  get isEmpty(): boolean {
    return this.#from === this.#until
  }

  get sampleRateHz(): number {
    return this.#sampleRateHz
  }

  /** The position of a moment; it may have a fraction, and lie outside of what is kept. */
  positionOf(mediaMs: number): number {
    return ((mediaMs - this.#startMs) * this.#sampleRateHz) / 1000
  }

  write({ startMs, sampleRateHz, channels }: SoundBlock): void {
    const length = channels[0]?.length ?? 0
    const capacity = this.#channels[0]?.length ?? 0
    const isNew = sampleRateHz !== this.#sampleRateHz || channels.length !== this.#channels.length
    const aheadSamples = isNew ? 0 : this.positionOf(startMs) - this.#until
    if (isNew || aheadSamples > capacity || aheadSamples < -capacity)
      this.#restart(startMs, sampleRateHz, channels.length)
    const toleranceSamples = (toleranceMs * sampleRateHz) / 1000
    const gap = isNew || Math.abs(aheadSamples) <= toleranceSamples ? 0 : Math.round(aheadSamples)
    if (gap > 0 && gap <= capacity) this.#append(gap, () => undefined)
    // Sound that overlaps with what is there was sent twice.
    const skipped = Math.min(length, Math.max(0, -gap))
    this.#append(length - skipped, (target, channel, at, count, done) => {
      const source = channels[channel]?.subarray(skipped + done, skipped + done + count)
      if (source) target.set(source, at)
    })
  }

  /**
   * The sample at a position, between two samples by a straight line; 0 where there is no sound. A channel that the sound has not is its
   * last one, so mono is heard on both sides.
   */
  sampleAt(channel: number, position: number): number {
    const samples = this.#channels[Math.min(channel, this.#channels.length - 1)]
    if (samples === undefined || position < this.#from || position > this.#until - 1) return 0
    const before = Math.floor(position)
    const fraction = position - before
    const value = samples[before % samples.length] ?? 0
    if (fraction === 0) return value
    const next = before + 1 < this.#until ? (samples[(before + 1) % samples.length] ?? 0) : value
    return value + (next - value) * fraction
  }

  #restart(startMs: number, sampleRateHz: number, channels: number): void {
    this.#channels = Array.from({ length: channels }, () => new Float32Array(capacitySeconds * sampleRateHz))
    this.#sampleRateHz = sampleRateHz
    this.#startMs = startMs
    this.#from = 0
    this.#until = 0
  }

  /** Makes room for samples at the end and has them filled, in up to two pieces. What nobody fills is silence. */
  #append(
    length: number,
    fill: (target: Float32Array, channel: number, at: number, count: number, done: number) => void,
  ): void {
    for (const [channel, samples] of this.#channels.entries()) {
      for (let done = 0; done < length; ) {
        const at = (this.#until + done) % samples.length
        const count = Math.min(length - done, samples.length - at)
        samples.fill(0, at, at + count)
        fill(samples, channel, at, count, done)
        done += count
      }
    }
    this.#until += length
    this.#from = Math.max(this.#from, this.#until - (this.#channels[0]?.length ?? 0))
  }
}
