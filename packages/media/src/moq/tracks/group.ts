import { frameHead } from '../lite/replies.ts'

interface Frame {
  timestampUs: number
  previousUs: number
  data: Uint8Array
  /** Made when the first viewer needs it. */
  head: Uint8Array | undefined
}

/** A frame as it is sent to every viewer. */
export interface EncodedFrame {
  head: Uint8Array
  data: Uint8Array
}

const maxBytes = 16 * 1024 * 1024
const maxFrames = 4096

/** Frames that are decoded one after the other, beginning with a key frame. All viewers read the same one. */
export class Group {
  readonly sequence: number
  readonly startUs: number
  readonly #isMedia: boolean
  readonly #frames: Frame[] = []
  #bytes = 0
  /** Frames before this one were dropped, because the group had become too long. */
  #firstKept = 0
  #isComplete = false

  constructor(sequence: number, startUs: number, isMedia: boolean) {
    this.sequence = sequence
    this.startUs = startUs
    this.#isMedia = isMedia
  }

  /** True when no frame follows. */
  get isComplete(): boolean {
    return this.#isComplete
  }

  /** True when a viewer can begin with this group. */
  get isWhole(): boolean {
    return this.#firstKept === 0
  }

  get frameCount(): number {
    return this.#frames.length
  }

  get bytes(): number {
    return this.#bytes
  }

  add(timestampUs: number, data: Uint8Array): void {
    const previousUs = this.#frames.at(-1)?.timestampUs ?? 0
    this.#frames.push({ timestampUs, previousUs, data, head: undefined })
    this.#bytes += data.length
    if (this.#bytes > maxBytes || this.#frames.length - this.#firstKept > maxFrames) this.#dropFrames()
  }

  complete(): void {
    this.#isComplete = true
  }

  hasFrame(index: number): boolean {
    return index < this.#frames.length
  }

  /** True when the frame existed and was dropped. */
  isDropped(index: number): boolean {
    return index < this.#firstKept
  }

  timestampUs(index: number): number | undefined {
    return this.#frames[index]?.timestampUs
  }

  /** Undefined when there is no such frame yet, or not any more. */
  encodedFrame(index: number): EncodedFrame | undefined {
    const frame = index < this.#firstKept ? undefined : this.#frames[index]
    if (frame === undefined) return undefined
    const { timestampUs, previousUs, data } = frame
    frame.head ??= frameHead(timestampUs - previousUs, timestampUs, data.length, this.#isMedia)
    return { head: frame.head, data }
  }

  /** Bytes of the frames from this one on. */
  bytesFrom(index: number): number {
    let bytes = 0
    for (let at = Math.max(index, this.#firstKept); at < this.#frames.length; at += 1) {
      bytes += this.#frames[at]?.data.length ?? 0
    }
    return bytes
  }

  /** Drops all frames but the last. Viewers who have read them continue; the others wait for the next group. */
  #dropFrames(): void {
    const last = this.#frames.length - 1
    for (const frame of this.#frames.slice(this.#firstKept, last)) {
      this.#bytes -= frame.data.length
      frame.data = noData
      frame.head = undefined
    }
    this.#firstKept = last
  }
}

const noData = new Uint8Array(0)
