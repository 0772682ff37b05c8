import type { VideoTrack } from '../receiving/catalog.ts'
import type { MediaFrame } from '../receiving/media-frame.ts'

interface VideoTrackOptions {
  /** How many decoded pictures wait to be shown. */
  waitingPictures(): number
  /** The playback's position in milliseconds, if it has begun. */
  positionMs(): number | undefined
  /** A picture. `readyAtMs` is when it could have been shown, had it not been kept back. */
  onPicture(picture: VideoFrame, readyAtMs: number): void
  onFailure(): void
  nowMs(): number
}

/** Some decoders have as few pictures as this, and stop when all of them wait to be shown. */
const mostDecoded = 10

/**
 * Decodes the frames of one track. Encoded frames wait here while enough pictures wait to be shown; a decoder that is too slow goes on with
 * the newest key frame that is due.
 */
export class VideoTrackPlayer {
  readonly track: VideoTrack
  readonly #options: VideoTrackOptions
  readonly #decoder: VideoDecoder
  #queue: MediaFrame[] = []
  /** Frames in the decoder, by timestamp: for how long each was kept back. */
  readonly #decoding = new Map<number, number>()
  #needsKey = true
  #skipped = 0

  constructor(track: VideoTrack, options: VideoTrackOptions) {
    this.track = track
    this.#options = options
    this.#decoder = new VideoDecoder({
      output: (picture) => this.#takePicture(picture),
      error: () => options.onFailure(),
    })
    this.#decoder.configure(track.config)
    this.#decoder.ondequeue = () => this.feed()
  }

  /** Frames that were never decoded. */
  get skipped(): number {
    return this.#skipped
  }

  push(frame: MediaFrame): void {
    if (this.#needsKey && !frame.isKey) return
    this.#needsKey = false
    this.#queue.push({ ...frame, data: frame.data.slice() })
    this.feed()
  }

  /** What was sent is not continued: the next frame to decode is a key frame. */
  interrupt(): void {
    this.#needsKey = true
  }

  /** Gives the decoder what it can take. Called when a picture has been shown, too. */
  feed(): void {
    this.#skipToDueKey()
    while (this.#queue.length > 0 && this.#options.waitingPictures() + this.#decoding.size < mostDecoded) {
      const frame = this.#queue.shift()
      if (frame) this.#decode(frame)
    }
  }

  close(): void {
    this.#queue = []
    if (this.#decoder.state !== 'closed') this.#decoder.close()
  }

  #decode({ isKey, timestampUs, data, arrivedAtMs }: MediaFrame): void {
    if (this.#decoder.state !== 'configured') return
    this.#decoding.set(timestampUs, this.#options.nowMs() - arrivedAtMs)
    this.#decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: timestampUs, data }))
  }

  #takePicture(picture: VideoFrame): void {
    const keptMs = this.#decoding.get(picture.timestamp) ?? 0
    this.#decoding.delete(picture.timestamp)
    // A frame that a decoder drops without a word must not count for ever.
    for (const timestampUs of this.#decoding.keys()) {
      if (timestampUs < picture.timestamp - maxReorderUs) this.#decoding.delete(timestampUs)
    }
    this.#options.onPicture(picture, this.#options.nowMs() - keptMs)
    this.feed()
  }

  #skipToDueKey(): void {
    const positionMs = this.#options.positionMs()
    if (positionMs === undefined) return
    const index = this.#queue.findLastIndex(({ isKey, timestampUs }) => isKey && timestampUs / 1000 <= positionMs)
    if (index <= 0) return
    this.#skipped += index
    this.#queue.splice(0, index)
  }
}

const maxReorderUs = 2_000_000
