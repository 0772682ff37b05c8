import type { Sample, TrackConfig, VideoConfig } from '@waggle/media/sample'
import type { Log } from '../../lib/log.ts'
import type { BroadcastOutput } from '../broadcast/broadcast-output.ts'
import type { PictureMaker } from './picture-maker.ts'

/** With key frames every ten seconds, the longest usual interval, a picture is then never older than fifteen seconds. */
const intervalMs = 8000

/** About the last minute: a stream card shows these in turn while the pointer is on it. */
export const keptPictures = 6

interface ThumbnailerOptions {
  maker: PictureMaker
  log: Log
  now(): number
  /** Called when there is a new picture. */
  onPicture(takenAtMs: number, picture: Uint8Array): void
}

/** Keeps recent pictures of one broadcast, each decoded from a single key frame. */
export class Thumbnailer implements BroadcastOutput {
  readonly #options: ThumbnailerOptions
  #video: VideoConfig | undefined
  #triedAtMs = Number.NEGATIVE_INFINITY
  #pictures: readonly Uint8Array[] = []
  #large: Uint8Array | undefined
  #isStopped = false

  constructor(options: ThumbnailerOptions) {
    this.#options = options
  }

  /** JPEGs, newest first; empty at the beginning. */
  get pictures(): readonly Uint8Array[] {
    return this.#pictures
  }

  /** The newest of them in a larger size. */
  get largePicture(): Uint8Array | undefined {
    return this.#large
  }

  config(config: TrackConfig): void {
    if (config.track === 'video') this.#video = config
  }

  sample(sample: Sample): void {
    if (sample.track !== 'video' || !sample.key || this.#video === undefined || this.#isStopped) return
    const nowMs = this.#options.now()
    // Without a free slot, the next key frame tries again.
    if (nowMs - this.#triedAtMs < intervalMs || !this.#options.maker.hasFreeSlot) return
    this.#triedAtMs = nowMs
    void this.#take(this.#video, sample, nowMs)
  }

  handleEncoderLoss(): void {
    this.#video = undefined
  }

  stop(): void {
    this.#isStopped = true
  }

  async #take(video: VideoConfig, sample: Sample, nowMs: number): Promise<void> {
    const made = await this.#options.maker.make(video, sample)
    if (this.#isStopped) return
    if (made === undefined) {
      this.#options.log.warn('a key frame could not be decoded to a thumbnail')
      return
    }
    this.#large = made.large
    this.#pictures = [made.small, ...this.#pictures.slice(0, keptPictures - 1)]
    this.#options.onPicture(nowMs, made.small)
  }
}
