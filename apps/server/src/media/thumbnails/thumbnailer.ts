import type { Sample, TrackConfig, VideoConfig } from '@waggle/media/sample'
import type { Log } from '../../lib/log.ts'
import type { BroadcastOutput } from '../broadcast/broadcast-output.ts'
import type { PictureMaker } from './picture-maker.ts'

/** With key frames every ten seconds, the most that is usual, a picture is then never older than fifteen. */
const intervalMs = 8000

/** About the last minute: what a card shows one after the other while it is pointed at. */
export const keptPictures = 6

export interface ThumbnailerOptions {
  maker: PictureMaker
  log: Log
  now(): number
  /** There is a new picture. */
  onPicture(takenAtMs: number): void
}

/** Keeps fresh pictures of one broadcast, each made from a single key frame. */
export class Thumbnailer implements BroadcastOutput {
  readonly #options: ThumbnailerOptions
  #video: VideoConfig | undefined
  #triedAtMs = Number.NEGATIVE_INFINITY
  #pictures: readonly Uint8Array[] = []
  #isStopped = false

  constructor(options: ThumbnailerOptions) {
    this.#options = options
  }

  /** JPEGs, the newest first; none in the beginning. */
  get pictures(): readonly Uint8Array[] {
    return this.#pictures
  }

  config(config: TrackConfig): void {
    if (config.track === 'video') this.#video = config
  }

  sample(sample: Sample): void {
    if (sample.track !== 'video' || !sample.key || this.#video === undefined || this.#isStopped) return
    const nowMs = this.#options.now()
    // With no place free, the next key frame tries again.
    if (nowMs - this.#triedAtMs < intervalMs || !this.#options.maker.hasPlace) return
    this.#triedAtMs = nowMs
    void this.#take(this.#video, sample, nowMs)
  }

  interrupt(): void {
    this.#video = undefined
  }

  stop(): void {
    this.#isStopped = true
  }

  async #take(video: VideoConfig, sample: Sample, nowMs: number): Promise<void> {
    const jpeg = await this.#options.maker.make(video, sample)
    if (this.#isStopped) return
    if (jpeg === undefined) {
      this.#options.log.warn('no thumbnail could be made of a key frame')
      return
    }
    this.#pictures = [jpeg, ...this.#pictures.slice(0, keptPictures - 1)]
    this.#options.onPicture(nowMs)
  }
}
