import type { AudioConfig, MediaSink, Sample, VideoConfig } from '@waggle/media/sample'

/** Sound goes out this much ahead of the picture, so that a part has all of its own. */
const soundLeadMs = 60
const maxWaitingSound = 2000

/**
 * The way of one rung into its rendition: the encoder's picture, joined by the source's sound, which does not go through the
 * encoder and waits for the picture here.
 */
export class RungOutput {
  readonly #sink: MediaSink
  #sound: (AudioConfig | Sample)[] = []
  #lastDtsMs: number | undefined

  constructor(sink: MediaSink) {
    this.#sink = sink
  }

  /** Decode time of the last picture that went out. */
  get lastDtsMs(): number | undefined {
    return this.#lastDtsMs
  }

  addSound(sound: AudioConfig | Sample): void {
    this.#sound.push(sound)
    // Without pictures nothing is published: the oldest sound would not be heard any more.
    if (this.#sound.length > maxWaitingSound) this.#dropOldestSound()
  }

  pictureConfig(config: VideoConfig): void {
    this.#sink.config(config)
  }

  /** Pictures that a former encoder sent already are left out: their successors fit after either. */
  addPicture(sample: Sample): void {
    if (this.#lastDtsMs !== undefined && sample.dtsMs <= this.#lastDtsMs) return
    this.#lastDtsMs = sample.dtsMs
    this.#releaseSound(sample.dtsMs + soundLeadMs)
    this.#sink.sample(sample)
  }

  /** The source begins anew. */
  reset(): void {
    this.#sound = []
    this.#lastDtsMs = undefined
  }

  #releaseSound(untilMs: number): void {
    const held = this.#sound.findIndex((sound) => 'dtsMs' in sound && sound.dtsMs > untilMs)
    const free = this.#sound.splice(0, held < 0 ? this.#sound.length : held)
    for (const sound of free) {
      if ('dtsMs' in sound) this.#sink.sample(sound)
      else this.#sink.config(sound)
    }
  }

  #dropOldestSound(): void {
    const index = this.#sound.findIndex((sound) => 'dtsMs' in sound)
    this.#sound.splice(index, 1)
  }
}
