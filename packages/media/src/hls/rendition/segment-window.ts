import { ticksPerSecond } from '../../fmp4/track.ts'
import type { Targets } from '../cut/part-plan.ts'
import { encrypt, type HlsKeys, type SegmentEncryption } from '../encryption.ts'
import { heldBytes, type Segment } from './segment.ts'

export interface WindowOptions {
  keys: HlsKeys | undefined
  /** Targets of segments published before, in a process that is gone: the first one here comes after a discontinuity. */
  continues: Targets | undefined
  windowSegments: number
  maxWindowBytes: number
  now: () => number
  randomBytes: (size: number) => Uint8Array
}

/** What a stretch of media without discontinuity shares. */
export interface Stretch {
  initNumber: number
  init: Uint8Array
  /** Wall-clock time of a time on the timeline. */
  wallClockMs: (ticks: number) => number
}

type Beginning = Pick<Segment, 'startTicks' | 'sequence' | 'discontinuity'>

/** Target durations for which a part stays available, and a segment after it has left the playlist. */
const lateTargetDurations = 3

/** The segments of one rendition: those in the playlist, the open one, and a few that late requests may still ask for. */
export class SegmentWindow {
  readonly #options: WindowOptions
  #segments: Segment[] = []
  /** How many of them have left the playlist. */
  #unlisted = 0
  #inits = new Map<number, Uint8Array>()
  #stretch: Stretch | undefined
  #isNewStretch = false
  #nextSequence: number
  #discontinuity: number
  #upcoming: SegmentEncryption | undefined
  #targets: Targets | undefined
  #endTicks = 0
  #version = 0
  #peakBitsPerSecond = 0
  #totalBytes = 0
  #totalSeconds = 0
  #isIndependent = true
  isEnded = false

  constructor(options: WindowOptions, firstSequence: number) {
    this.#options = options
    this.#nextSequence = firstSequence
    // Each discontinuity had a segment of its own, so this is above all that were counted.
    this.#discontinuity = options.continues ? firstSequence : 0
    this.#targets = options.continues
  }

  /** Rises with everything that changes the playlist. */
  get version(): number {
    return this.#version
  }

  /** No segment and no discontinuity has a higher number. */
  get highestNumber(): number {
    return Math.max(this.#nextSequence - 1, this.#discontinuity)
  }

  get targets(): Targets | undefined {
    return this.#targets
  }

  /** Where the published media ends. */
  get endTicks(): number {
    return this.#endTicks
  }

  get isReady(): boolean {
    return this.#segments[0]?.isClosed === true
  }

  /** Every segment so far begins with a key frame. */
  get isIndependent(): boolean {
    return this.#isIndependent
  }

  get listed(): readonly Segment[] {
    return this.#segments.slice(this.#unlisted)
  }

  /** The newest segment, open or closed. */
  get last(): Segment | undefined {
    return this.#segments.at(-1)
  }

  /** What the segment after a closed one will be encrypted with. */
  get upcoming(): SegmentEncryption | undefined {
    return this.#upcoming
  }

  /** Bits per second: the highest of a segment, and the mean. */
  get bitrate(): { peak: number; mean: number } {
    const mean = this.#totalSeconds > 0 ? (this.#totalBytes * 8) / this.#totalSeconds : 0
    return { peak: Math.ceil(this.#peakBitsPerSecond), mean: Math.ceil(mean) }
  }

  setTargets(targets: Targets): void {
    this.#targets ??= targets
  }

  /**
   * Numbers what comes after a discontinuity like another rendition's segment of the same time. When these are not the next
   * numbers, because media was lost, the segments so far are forgotten: a playlist has no holes.
   */
  goOnAt(sequence: number, discontinuity: number): void {
    const isNext = sequence === this.#nextSequence && discontinuity === this.#discontinuity + 1
    if (isNext && this.#segments.length > 0) return
    this.#segments = []
    this.#unlisted = 0
    this.#nextSequence = sequence
    this.#discontinuity = discontinuity
  }

  /** Media that follows comes after a discontinuity and needs this initialisation segment. */
  beginStretch(stretch: Stretch): void {
    this.#stretch = stretch
    this.#isNewStretch = true
    this.#inits.set(stretch.initNumber, stretch.init)
    this.#upcoming = undefined
  }

  addPart(startTicks: number, endTicks: number, isIndependent: boolean, plain: Uint8Array): void {
    const segment = this.last?.isClosed === false ? this.last : this.#openSegment(startTicks)
    if (segment === undefined) return
    const body = segment.encryption === undefined ? plain : encrypt([plain], segment.encryption)
    if (segment.parts.length === 0 && !isIndependent) this.#isIndependent = false
    const durationS = (endTicks - startTicks) / ticksPerSecond
    segment.parts.push({ durationS, isIndependent, body })
    segment.durationS += durationS
    segment.size += plain.length
    this.#endTicks = endTicks
    this.#version += 1
  }

  closeSegment(): void {
    const segment = this.last
    if (segment === undefined || segment.isClosed) return
    segment.isClosed = true
    this.#totalBytes += segment.size
    this.#totalSeconds += segment.durationS
    this.#peakBitsPerSecond = Math.max(this.#peakBitsPerSecond, (segment.size * 8) / segment.durationS)
    this.#upcoming = this.#pickEncryption()
    this.#forget()
    this.#version += 1
  }

  end(): void {
    this.closeSegment()
    this.isEnded = true
    this.#version += 1
  }

  segment(sequence: number): Segment | undefined {
    const first = this.#segments[0]
    return first === undefined ? undefined : this.#segments[sequence - first.sequence]
  }

  /** The segment that begins at this time, be it the next one. */
  beganAt(ticks: number, toleranceTicks: number): Beginning | undefined {
    const isNear = ({ startTicks }: Beginning) => Math.abs(startTicks - ticks) <= toleranceTicks
    const next = this.#next
    return next !== undefined && isNear(next) ? next : this.#segments.findLast(isNear)
  }

  /** A segment began after the one time and not after the other. */
  beganBetween(fromTicks: number, untilTicks: number): boolean {
    const isWithin = ({ startTicks }: Beginning) => startTicks > fromTicks && startTicks <= untilTicks
    return (this.#next !== undefined && isWithin(this.#next)) || this.#segments.some(isWithin)
  }

  /** Where the next segment begins, once the last one has ended: known before it has its first part. */
  get #next(): Beginning | undefined {
    if (this.last?.isClosed !== true || this.#isNewStretch || this.isEnded) return undefined
    return { startTicks: this.#endTicks, sequence: this.#nextSequence, discontinuity: this.#discontinuity }
  }

  init(number: number): Uint8Array | undefined {
    return this.#inits.get(number)
  }

  #openSegment(startTicks: number): Segment | undefined {
    const stretch = this.#stretch
    if (stretch === undefined) return undefined
    const isFirst = this.#segments.length === 0
    const isAfterDiscontinuity = this.#isNewStretch && (!isFirst || this.#options.continues !== undefined)
    if (isAfterDiscontinuity && !isFirst) this.#discontinuity += 1
    const segment: Segment = {
      sequence: this.#nextSequence,
      discontinuity: this.#discontinuity,
      isAfterDiscontinuity,
      initNumber: stretch.initNumber,
      startTicks,
      durationS: 0,
      programDateTimeMs: stretch.wallClockMs(startTicks),
      encryption: this.#upcoming ?? this.#pickEncryption(),
      parts: [],
      servesParts: true,
      isClosed: false,
      size: 0,
      whole: undefined,
    }
    this.#isNewStretch = false
    this.#nextSequence += 1
    this.#segments.push(segment)
    return segment
  }

  #pickEncryption(): SegmentEncryption | undefined {
    const { keys, now, randomBytes } = this.#options
    if (keys === undefined) return undefined
    const { number, key } = keys.keyAt(now())
    return { keyNumber: number, key, iv: randomBytes(16) }
  }

  /** Drops what is out of the window. A playlist keeps at least three target durations (RFC 8216bis section 6.2.2). */
  #forget(): void {
    const targetDurationS = this.#targets?.targetDurationS ?? 0
    let listedS = this.listed.reduce((sum, segment) => sum + segment.durationS, 0)
    let bytes = this.#segments.reduce((sum, segment) => sum + heldBytes(segment), 0)
    while (this.#segments.length - this.#unlisted > 1) {
      const oldest = this.#segments[this.#unlisted] as Segment
      const isOver = this.#segments.length - this.#unlisted > this.#options.windowSegments
      const isTooBig = bytes > this.#options.maxWindowBytes
      if (!(isOver || isTooBig) || listedS - oldest.durationS < 3 * targetDurationS) break
      listedS -= oldest.durationS
      bytes -= heldBytes(oldest)
      this.#unlisted += 1
    }
    const lateTicks = lateTargetDurations * targetDurationS * ticksPerSecond
    const firstListed = this.#segments[this.#unlisted]?.startTicks ?? 0
    while (this.#unlisted > 0 && this.#isOlder(this.#segments[0] as Segment, firstListed - lateTicks)) {
      this.#segments.shift()
      this.#unlisted -= 1
    }
    for (const segment of this.#segments) {
      // Parts are listed for three target durations and asked for a little longer.
      if (!this.#isOlder(segment, this.#endTicks - 2 * lateTicks)) break
      segment.servesParts = false
    }
    const oldestInit = this.#segments[0]?.initNumber ?? 0
    for (const number of this.#inits.keys()) if (number < oldestInit) this.#inits.delete(number)
  }

  #isOlder(segment: Segment, ticks: number): boolean {
    return segment.startTicks + segment.durationS * ticksPerSecond < ticks
  }
}
