import type { SoundTrack } from '../receiving/catalog.ts'
import type { MediaFrame } from '../receiving/media-frame.ts'
import type { SoundBlock } from '../sound/sample-ring.ts'

interface SoundTrackOptions {
  /** `endMs` is the time in the broadcast up to which sound is decoded. */
  onSound(block: SoundBlock, endMs: number): void
  onFailure(): void
}

/** The timestamps of a track are exact to a sample. */
const toleranceUs = 5000

/** Decodes the sound of one track, as it arrives. */
export class SoundTrackPlayer {
  readonly track: SoundTrack
  readonly #options: SoundTrackOptions
  readonly #decoder: AudioDecoder
  #lastUs: number | undefined
  /** From frame to frame. */
  #stepUs: number | undefined

  constructor(track: SoundTrack, options: SoundTrackOptions) {
    this.track = track
    this.#options = options
    this.#decoder = new AudioDecoder({ output: (data) => this.#takeSound(data), error: () => options.onFailure() })
    this.#decoder.configure(track.config)
  }

  push({ timestampUs, data }: MediaFrame): void {
    if (this.#decoder.state !== 'configured') return
    if (this.#isGap(timestampUs)) {
      this.#decoder.reset()
      this.#decoder.configure(this.track.config)
    }
    this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: timestampUs, data }))
  }

  /**
   * Whether sound is missing before this frame: the encoder was away, or frames were skipped. A decoder counts samples from the first frame
   * on (Chromium), so after a gap it would give everything a time that is too early, and the picture would follow it.
   */
  #isGap(timestampUs: number): boolean {
    const last = this.#lastUs
    this.#lastUs = timestampUs
    if (last === undefined) return false
    this.#stepUs ??= timestampUs - last
    return Math.abs(timestampUs - last - this.#stepUs) > toleranceUs
  }

  close(): void {
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  #takeSound(data: AudioData): void {
    const { timestamp, sampleRate, numberOfChannels, numberOfFrames } = data
    const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const samples = new Float32Array(numberOfFrames)
      data.copyTo(samples, { planeIndex, format: 'f32-planar' })
      return samples
    })
    data.close()
    const startMs = timestamp / 1000
    this.#options.onSound(
      { startMs, sampleRateHz: sampleRate, channels },
      startMs + (numberOfFrames * 1000) / sampleRate,
    )
  }
}
