import type { AudioConfig, MediaSink, Sample, VideoConfig } from '@waggle/media/sample'

/** Audio is sent this much ahead of the video, so that each part has all of its audio. */
const audioLeadMs = 60
const maxQueuedAudio = 2000

/**
 * Feeds the rendition of one rung with the encoder's video and the source's audio. Audio bypasses the encoder and waits here for the
 * video.
 */
export class RungOutput {
  readonly #sink: MediaSink
  #audio: (AudioConfig | Sample)[] = []
  #lastDtsMs: number | undefined

  constructor(sink: MediaSink) {
    this.#sink = sink
  }

  /** Decode time of the last video sample that was sent. */
  get lastDtsMs(): number | undefined {
    return this.#lastDtsMs
  }

  addAudio(audio: AudioConfig | Sample): void {
    this.#audio.push(audio)
    // Without video nothing is published, so the oldest audio would never be played.
    if (this.#audio.length > maxQueuedAudio) this.#dropOldestAudio()
  }

  setVideoConfig(config: VideoConfig): void {
    this.#sink.config(config)
  }

  /** Skips frames that a previous encoder has already produced: the frames after them fit after either encoder's. */
  addVideo(sample: Sample): void {
    if (this.#lastDtsMs !== undefined && sample.dtsMs <= this.#lastDtsMs) return
    this.#lastDtsMs = sample.dtsMs
    this.#sendAudio(sample.dtsMs + audioLeadMs)
    this.#sink.sample(sample)
  }

  /** The source begins a new timeline. */
  reset(): void {
    this.#audio = []
    this.#lastDtsMs = undefined
  }

  #sendAudio(untilMs: number): void {
    const firstLater = this.#audio.findIndex((audio) => 'dtsMs' in audio && audio.dtsMs > untilMs)
    const due = this.#audio.splice(0, firstLater < 0 ? this.#audio.length : firstLater)
    for (const audio of due) {
      if ('dtsMs' in audio) this.#sink.sample(audio)
      else this.#sink.config(audio)
    }
  }

  #dropOldestAudio(): void {
    const index = this.#audio.findIndex((audio) => 'dtsMs' in audio)
    this.#audio.splice(index, 1)
  }
}
