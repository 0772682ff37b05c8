import type { Sample } from '../../sample.ts'
import type { VideoFacts } from './hang-catalog.ts'

/** Without a second key frame, this much video has to suffice. */
const longestLearningMs = 2000

/** Measures the video of a rendition from its first key frame to the second one. */
export class VideoFactsMeter {
  #first: Sample | undefined
  #frames = 0
  #bytes = 0
  #leastLeadMs = Number.POSITIVE_INFINITY
  #mostLeadMs = Number.NEGATIVE_INFINITY
  readonly #guess: VideoFacts | undefined
  #facts: VideoFacts | undefined

  /** `guess` is what was measured before, with another configuration. */
  constructor(guess: VideoFacts | undefined) {
    this.#guess = guess
  }

  /** Undefined until enough was seen. */
  get facts(): VideoFacts | undefined {
    return this.#facts ?? this.#guess
  }

  /** Takes the next sample, beginning with a key frame. Returns true when the facts have changed. */
  add(sample: Sample): boolean {
    const leadMs = sample.ptsMs - sample.dtsMs
    this.#leastLeadMs = Math.min(this.#leastLeadMs, leadMs)
    this.#mostLeadMs = Math.max(this.#mostLeadMs, leadMs)
    if (this.#facts !== undefined) return this.#raiseJitter(this.#facts)
    const spanMs = sample.dtsMs - (this.#first?.dtsMs ?? sample.dtsMs)
    if (spanMs > 0 && (sample.key || spanMs >= longestLearningMs)) {
      const frameMs = spanMs / this.#frames
      this.#facts = {
        frameRate: Math.round(100_000 / frameMs) / 100,
        jitterMs: this.#jitterMs(frameMs),
        bitsPerSecond: roundedBits((this.#bytes * 8 * 1000) / spanMs),
      }
      return true
    }
    this.#first ??= sample
    this.#frames += 1
    this.#bytes += sample.data.length
    return false
  }

  /** A pattern with more B-frames may come later. */
  #raiseJitter(facts: VideoFacts): boolean {
    const frameMs = 1000 / facts.frameRate
    const jitterMs = this.#jitterMs(frameMs)
    if (jitterMs < facts.jitterMs + frameMs / 2) return false
    this.#facts = { ...facts, jitterMs }
    return true
  }

  /** With B-frames, a frame is sent before others that are shown earlier. The last of those arrives this long after its turn. */
  #jitterMs(frameMs: number): number {
    const spreadMs = this.#mostLeadMs - this.#leastLeadMs
    return spreadMs < frameMs / 2 ? 0 : Math.ceil(Math.max(frameMs, spreadMs - frameMs))
  }
}

/** Two digits: the catalog describes the rendition, and does not measure it. */
function roundedBits(bits: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(bits, 1))) - 1)
  return Math.round(bits / unit) * unit
}
