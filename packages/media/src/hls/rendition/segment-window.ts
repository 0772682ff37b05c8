import { ticksPerSecond } from '../../fmp4/track.ts'
import type { Targets } from '../cut/part-plan.ts'
import { encrypt, type HlsKeys, type SegmentEncryption, segmentIv } from '../encryption.ts'
import { RecordedMessage } from './recorded-message.ts'
import { heldBytes, type Segment, type SegmentStart } from './segment.ts'

export interface WindowOptions {
  /** Of the rendition. */
  name: string
  keys: HlsKeys | undefined
  /** Targets of the segments that an earlier process published: the first segment here follows a discontinuity. */
  previousTargets: Targets | undefined
  windowSegments: number
  maxWindowBytes: number
  now: () => number
  /** Called with every segment that is complete, its initialisation segment, and what is to be recorded of it. */
  onSegment: ((segment: Segment, init: Uint8Array, recorded: RecordedMessage) => void) | undefined
}

/**
 * The media between two discontinuities, which shares one initialisation segment: what DASH calls a Period. A period ends when the
 * tracks change, the sender's clock jumps, media is lost or the encoder disconnects.
 */
interface Period {
  initNumber: number
  init: Uint8Array
  /** Converts a time on the timeline to wall-clock time. */
  wallClockMs: (ticks: number) => number
}

/** How long segments and parts stay available after the playlist no longer lists them, in target durations. */
const lateTargetDurations = 3

/** The segments of one rendition: those in the playlist, the open one, and a few older ones for late requests. */
export class SegmentWindow {
  readonly #options: WindowOptions
  #segments: Segment[] = []
  /** How many of the segments have left the playlist. */
  #unlistedCount = 0
  #inits = new Map<number, Uint8Array>()
  #period: Period | undefined
  #isNewPeriod = false
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
    // Every discontinuity was followed by a segment, so the discontinuity number cannot have been higher.
    this.#discontinuity = options.previousTargets ? firstSequence : 0
    this.#targets = options.previousTargets
  }

  /** Increases with every change of the playlist. */
  get version(): number {
    return this.#version
  }

  /** The highest number of a segment or discontinuity so far. */
  get highestNumber(): number {
    return Math.max(this.#nextSequence - 1, this.#discontinuity)
  }

  get targets(): Targets | undefined {
    return this.#targets
  }

  /** End of the published media. */
  get endTicks(): number {
    return this.#endTicks
  }

  get isReady(): boolean {
    return this.#segments[0]?.isClosed === true
  }

  /** True while every segment has started with a key frame. */
  get isIndependent(): boolean {
    return this.#isIndependent
  }

  get listed(): readonly Segment[] {
    return this.#segments.slice(this.#unlistedCount)
  }

  /** The newest segment, open or closed. */
  get last(): Segment | undefined {
    return this.#segments.at(-1)
  }

  /** Encryption of the next segment, once the last one is closed. */
  get upcoming(): SegmentEncryption | undefined {
    return this.#upcoming
  }

  /** Bits per second: of the largest segment, and the mean of all. */
  get bitrate(): { peak: number; mean: number } {
    const mean = this.#totalSeconds > 0 ? (this.#totalBytes * 8) / this.#totalSeconds : 0
    return { peak: Math.ceil(this.#peakBitsPerSecond), mean: Math.ceil(mean) }
  }

  setTargets(targets: Targets): void {
    this.#targets ??= targets
  }

  /**
   * Sets the numbers of the next segment, which follows a discontinuity, to those of the leader's segment. When they are not the
   * next numbers, because media was lost, all segments so far are dropped: a playlist must not skip a number.
   */
  renumber(sequence: number, discontinuity: number): void {
    const isNext = sequence === this.#nextSequence && discontinuity === this.#discontinuity + 1
    if (isNext && this.#segments.length > 0) return
    this.#segments = []
    this.#unlistedCount = 0
    this.#nextSequence = sequence
    this.#discontinuity = discontinuity
  }

  /** The next segment follows a discontinuity and needs the initialisation segment of the period. */
  beginPeriod(period: Period): void {
    this.#period = period
    this.#isNewPeriod = true
    this.#inits.set(period.initNumber, period.init)
    this.#upcoming = undefined
  }

  addPart(startTicks: number, endTicks: number, isIndependent: boolean, plain: Uint8Array): void {
    const segment = this.last?.isClosed === false ? this.last : this.#openSegment(startTicks)
    if (segment === undefined) return
    const body = segment.encryption === undefined ? plain : encrypt([plain], segment.encryption)
    if (segment.parts.length === 0 && !isIndependent) this.#isIndependent = false
    const durationS = (endTicks - startTicks) / ticksPerSecond
    segment.parts.push({ durationS, isIndependent, body })
    segment.recorded?.add(plain, body)
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
    this.#evict()
    this.#version += 1
    const { recorded } = segment
    segment.recorded = undefined
    if (recorded) this.#options.onSegment?.(segment, this.#inits.get(segment.initNumber) ?? Buffer.alloc(0), recorded)
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

  /** The segment that starts at this time, which may be the next one. */
  segmentStartingAt(ticks: number, toleranceTicks: number): SegmentStart | undefined {
    const isNear = ({ startTicks }: SegmentStart) => Math.abs(startTicks - ticks) <= toleranceTicks
    const next = this.#next
    return next !== undefined && isNear(next) ? next : this.#segments.findLast(isNear)
  }

  /** True when a segment starts after `afterTicks` and no later than `untilTicks`. */
  hasSegmentStartIn(afterTicks: number, untilTicks: number): boolean {
    const isWithin = ({ startTicks }: SegmentStart) => startTicks > afterTicks && startTicks <= untilTicks
    return (this.#next !== undefined && isWithin(this.#next)) || this.#segments.some(isWithin)
  }

  /** Start of the next segment, which is known once the last one is closed. */
  get #next(): SegmentStart | undefined {
    if (this.last?.isClosed !== true || this.#isNewPeriod || this.isEnded) return undefined
    return { startTicks: this.#endTicks, sequence: this.#nextSequence, discontinuity: this.#discontinuity }
  }

  init(number: number): Uint8Array | undefined {
    return this.#inits.get(number)
  }

  #openSegment(startTicks: number): Segment | undefined {
    const period = this.#period
    if (period === undefined) return undefined
    const isFirst = this.#segments.length === 0
    const isAfterDiscontinuity = this.#isNewPeriod && (!isFirst || this.#options.previousTargets !== undefined)
    if (isAfterDiscontinuity && !isFirst) this.#discontinuity += 1
    const encryption = this.#upcoming ?? this.#pickEncryption()
    const segment: Segment = {
      sequence: this.#nextSequence,
      discontinuity: this.#discontinuity,
      isAfterDiscontinuity,
      initNumber: period.initNumber,
      startTicks,
      durationS: 0,
      programDateTimeMs: period.wallClockMs(startTicks),
      encryption,
      parts: [],
      servesParts: true,
      isClosed: false,
      size: 0,
      whole: undefined,
      recorded: this.#options.onSegment && new RecordedMessage(encryption),
    }
    this.#isNewPeriod = false
    this.#nextSequence += 1
    this.#segments.push(segment)
    return segment
  }

  #pickEncryption(): SegmentEncryption | undefined {
    const { keys, now, name } = this.#options
    if (keys === undefined) return undefined
    const { number, key } = keys.keyAt(now())
    return { keyNumber: number, key, iv: segmentIv(name, this.#nextSequence) }
  }

  /** Removes segments that are out of the window. A playlist keeps at least three target durations (RFC 8216bis section 6.2.2). */
  #evict(): void {
    const targetDurationS = this.#targets?.targetDurationS ?? 0
    let listedS = this.listed.reduce((sum, segment) => sum + segment.durationS, 0)
    let bytes = this.#segments.reduce((sum, segment) => sum + heldBytes(segment), 0)
    while (this.#segments.length - this.#unlistedCount > 1) {
      const oldest = this.#segments[this.#unlistedCount] as Segment
      const isOver = this.#segments.length - this.#unlistedCount > this.#options.windowSegments
      const isTooBig = bytes > this.#options.maxWindowBytes
      if (!(isOver || isTooBig) || listedS - oldest.durationS < 3 * targetDurationS) break
      listedS -= oldest.durationS
      bytes -= heldBytes(oldest)
      this.#unlistedCount += 1
    }
    const lateTicks = lateTargetDurations * targetDurationS * ticksPerSecond
    const firstListed = this.#segments[this.#unlistedCount]?.startTicks ?? 0
    while (this.#unlistedCount > 0 && this.#isOlder(this.#segments[0] as Segment, firstListed - lateTicks)) {
      this.#segments.shift()
      this.#unlistedCount -= 1
    }
    for (const segment of this.#segments) {
      // Parts are listed for three target durations and requested a little longer.
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
