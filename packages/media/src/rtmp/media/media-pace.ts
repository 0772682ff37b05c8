import type { RtmpLimits } from '../limits.ts'

/** An encoder whose connection hung sends what it has kept: so much media may arrive at once. */
const readAheadMs = 30_000
/** The clock of an encoder that jumps further back than this has begun anew. */
const newClockMs = 10_000
/** A longer gap between two samples is no media. */
const gapMs = 3_000
/** Over how much media the bitrate is measured. */
const measuredMs = 10_000
/** A bitrate that encoders are set to is a mean, without the sound. */
const tolerance = 1.25

interface MediaPaceOptions extends Pick<RtmpLimits, 'maxMediaBytesPerSecond' | 'mediaBurstBytes'> {
  /** What this publisher's media may have, in bits per second; undefined for no limit of its own. Read for every measurement. */
  maxBitsPerSecond: () => number | undefined
  /** Milliseconds of a clock that never goes back. */
  now: () => number
}

/**
 * How much a publisher may send. Media far ahead of real time is read slower, so that memory for it stays bounded, whatever its
 * timestamps say. Media with too many bytes for its duration is refused: viewers could not play it, and the window of the playlist,
 * which is measured in time, would hold any number of bytes.
 */
export class MediaPace {
  readonly #options: MediaPaceOptions
  readonly #startedAtMs: number
  #readAtMs: number
  #readBytes: number
  #mediaMs = 0
  #lastDtsMs: number | undefined
  /** Bytes that may still arrive before more media does. */
  #mediaBytes = Number.POSITIVE_INFINITY

  constructor(options: MediaPaceOptions) {
    this.#options = options
    this.#startedAtMs = options.now()
    this.#readAtMs = this.#startedAtMs
    this.#readBytes = options.mediaBurstBytes
  }

  /** Counts bytes that have arrived. Returns for how many milliseconds nothing more may be read. */
  receive(bytes: number): number {
    const { now, mediaBurstBytes } = this.#options
    const nowMs = now()
    const perMs = this.#readBytesPerSecond / 1000
    this.#readBytes = Math.min(mediaBurstBytes, this.#readBytes + (nowMs - this.#readAtMs) * perMs) - bytes
    this.#readAtMs = nowMs
    this.#mediaBytes = Math.min(this.#mediaBytes, this.#mostBytes) - bytes
    return this.#readBytes < 0 ? Math.ceil(-this.#readBytes / perMs) : 0
  }

  /** Media until this time on the encoder's clock has arrived. */
  advance(dtsMs: number): void {
    this.#lastDtsMs ??= dtsMs
    const last = this.#lastDtsMs
    if (dtsMs <= last && dtsMs > last - newClockMs) return
    this.#lastDtsMs = dtsMs
    const passedMs = this.#options.now() - this.#startedAtMs
    const mediaMs = this.#mediaMs + Math.min(gapMs, Math.max(0, dtsMs - last))
    // Timestamps cost nothing: more time than passes is not believed for long.
    const addedMs = Math.min(mediaMs, passedMs + readAheadMs) - this.#mediaMs
    this.#mediaMs += Math.max(0, addedMs)
    this.#mediaBytes += (Math.max(0, addedMs) / 1000) * this.#bytesPerSecond
  }

  /** The bitrate that the media exceeds, in bits per second. */
  get exceeded(): number | undefined {
    if (this.#mediaBytes >= 0) return undefined
    return this.#options.maxBitsPerSecond() ?? this.#options.maxMediaBytesPerSecond * 8
  }

  /** Bytes for one second of media. */
  get #bytesPerSecond(): number {
    const { maxBitsPerSecond, maxMediaBytesPerSecond } = this.#options
    return Math.min(((maxBitsPerSecond() ?? Number.POSITIVE_INFINITY) / 8) * tolerance, maxMediaBytesPerSecond)
  }

  /** Twice what its media may have, so that an encoder catches up after its connection hung. */
  get #readBytesPerSecond(): number {
    return Math.min(2 * this.#bytesPerSecond, this.#options.maxMediaBytesPerSecond)
  }

  get #mostBytes(): number {
    return Math.max(this.#options.mediaBurstBytes, (measuredMs / 1000) * this.#bytesPerSecond)
  }
}
