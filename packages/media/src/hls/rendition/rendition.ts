import { initSegment } from '../../fmp4/init-segment.ts'
import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'
import type { MediaSink, Sample, TrackConfig } from '../../sample.ts'
import { KeyInterval } from '../cut/key-interval.ts'
import { Packager, type Tracks } from '../cut/packager.ts'
import { decideTargets, type PackagingGoals } from '../cut/part-plan.ts'
import type { Timeline } from '../cut/timeline.ts'
import type { ClosedSegment } from './closed-segment.ts'
import { LeaderAlignment, type LeadingRendition } from './leader-alignment.ts'
import { isPlausible, isSameConfig, isUsable } from './media-validation.ts'
import type { RecordedMessage } from './recorded-message.ts'
import type { Segment } from './segment.ts'
import { SegmentWindow, type WindowOptions } from './segment-window.ts'
import { type PeriodStart, StreamProbe } from './stream-probe.ts'

interface RenditionOptions extends Omit<WindowOptions, 'onSegment'> {
  goals: PackagingGoals
  firstSequence: number
  timeline: Timeline
  /** Called after every change of the playlist. */
  onChange: () => void
  /** With it, segments are also made as they are recorded. */
  onSegment: ((segment: ClosedSegment) => void) | undefined
  /** The leading rendition, unless this is the one. Its media arrives before ours. */
  leader: LeadingRendition | undefined
  /** A rendition of the same name that was removed. */
  removed: RemovedRendition | undefined
  /** Milliseconds since 1970. Until then the master playlist waits for this rendition to become ready. */
  expectedUntilMs: number
}

/** Numbers that a rendition of the same name must not publish again, because caches keep what they stored. */
export interface RemovedRendition {
  lastInitNumber: number
  /** Media sequence number of the last segment. */
  lastSequence: number
}

/** Audio and video further apart than this have unrelated clocks. */
const maxTrackOffsetMs = 3000
const initialFrameTicks = ticksPerSecond / 30
/** How many video frames a rendition with a leader needs to learn its frame rate. */
const learningFrames = 8

/** One variant of a broadcast: packages its media into segments and keeps them. */
export class Rendition implements MediaSink, LeadingRendition {
  readonly name: string
  readonly window: SegmentWindow
  readonly #options: RenditionOptions
  readonly #alignment: LeaderAlignment | undefined
  readonly #probe = new StreamProbe()
  /** Configurations as received. */
  #configs: Tracks = {}
  /** Configurations of the current period. */
  #tracks: Tracks = {}
  #packager: Packager | undefined
  /** The period ends at the next key frame, because its tracks differ from those that arrive now. */
  #isPeriodOutdated = false
  #epochNumber = -1
  #initNumber: number
  #fragment = 1
  #gopFrames = 60
  #frameTicks = initialFrameTicks
  #publishedVersion = 0
  #lastMediaAtMs: number | undefined
  #lastPublishedAtMs: number | undefined
  readonly #keyInterval = new KeyInterval()

  constructor(options: RenditionOptions) {
    this.name = options.name
    this.#options = options
    this.#alignment = options.leader && new LeaderAlignment(options.leader, options.timeline)
    const lastInitBefore = options.previousTargets ? options.firstSequence - 1 : 0
    this.#initNumber = Math.max(options.removed?.lastInitNumber ?? 0, lastInitBefore)
    const { onSegment } = options
    const onWindowSegment: WindowOptions['onSegment'] =
      onSegment && ((segment, init, recorded) => onSegment(this.#describe(segment, init, recorded)))
    this.window = new SegmentWindow({ ...options, onSegment: onWindowSegment }, options.firstSequence)
  }

  /** The tracks that are being published. */
  get tracks(): Tracks {
    return this.#tracks
  }

  get frameRate(): number | undefined {
    return this.#tracks.video && ticksPerSecond / (this.#packager?.frameTicks ?? this.#frameTicks)
  }

  /** Number of the newest initialisation segment. */
  get lastInitNumber(): number {
    return this.#initNumber
  }

  /** True when the rendition was just added and should be ready soon. */
  get isExpected(): boolean {
    return !this.window.isReady && !this.window.isEnded && this.#options.now() < this.#options.expectedUntilMs
  }

  /** The longest of the last few key frame intervals, in milliseconds. */
  get keyIntervalMs(): number | undefined {
    return this.#keyInterval.longestMs
  }

  get lastMediaAtMs(): number | undefined {
    return this.#lastMediaAtMs
  }

  /** When the playlist last changed. */
  get lastPublishedAtMs(): number | undefined {
    return this.#lastPublishedAtMs
  }

  get highestNumber(): number {
    return Math.max(this.#initNumber, this.window.highestNumber)
  }

  get gopTicks(): number {
    return this.#gopFrames * this.#frameTicks
  }

  videoShiftTicksIn(epochNumber: number): number | undefined {
    return this.#epochNumber === epochNumber ? this.#packager?.videoShiftTicks : undefined
  }

  config(config: TrackConfig): void {
    if (!isUsable(config)) return
    const known = this.#configs[config.track]
    if (known !== undefined && isSameConfig(known, config)) return
    this.#configs = { ...this.#configs, [config.track]: config }
    // The first configuration of a track does not invalidate the samples of the other one.
    if (this.#packager === undefined && known !== undefined) this.#probe.clear()
    if (this.#packager !== undefined) this.#isPeriodOutdated ||= this.#tracks[config.track] !== undefined
  }

  sample(sample: Sample): void {
    if (this.window.isEnded || this.#configs[sample.track] === undefined || !isPlausible(sample)) return
    this.#lastMediaAtMs = this.#options.now()
    this.#keyInterval.push(sample)
    if (this.#packager !== undefined) this.#package(this.#packager, sample)
    else this.#probeSample(sample)
    this.#publishChanges()
  }

  /** The encoder has stopped. Media after this comes from an encoder that starts anew. */
  interrupt(): void {
    this.#endPeriod()
    this.#configs = {}
    this.#probe.clear()
    this.#keyInterval.clear()
    this.#epochNumber = Math.max(this.#epochNumber, this.#options.timeline.latestEpoch) + (this.#alignment ? 1 : 0)
    this.#publishChanges()
  }

  end(): void {
    if (this.window.isEnded) return
    this.#endPeriod()
    this.window.end()
    this.#publishChanges()
  }

  #package(packager: Packager, sample: Sample): void {
    const mustRestart = this.#isPeriodOutdated || this.#alignment?.hasNewEpochAt(sample, this.#epochNumber) === true
    if (packager.isClockJump(sample) || (mustRestart && this.#canRestartWith(sample))) {
      this.#endPeriod()
      this.#probeSample(sample)
      return
    }
    const isForNextPeriod = this.#tracks[sample.track] !== this.#configs[sample.track]
    if (isForNextPeriod) {
      // The track appeared late or changed its configuration.
      this.#isPeriodOutdated = true
      this.#probe.push(sample)
      if (this.#canRestartWith(sample)) this.#endPeriod()
      if (this.#packager === undefined) this.#startPeriodWhenKnown()
      return
    }
    if (!packager.add(sample) || this.#alignment?.isMisaligned(this.window.listed)) this.#endPeriod()
  }

  #canRestartWith(sample: Sample): boolean {
    return sample.track === 'video' ? sample.key : this.#configs.video === undefined
  }

  #probeSample(sample: Sample): void {
    this.#probe.push(sample)
    this.#startPeriodWhenKnown()
  }

  #startPeriodWhenKnown(): void {
    if (this.#alignment !== undefined && !this.#probe.trimToKeyFrame(this.#canStartAt, learningFrames)) return
    const start = this.#probe.takeStart(this.#configs.video !== undefined, this.window.targets !== undefined)
    if (start === undefined) return
    const { video, audio } = this.#configs
    this.#tracks = { ...(start.hasVideo && video ? { video } : {}), ...(start.hasAudio && audio ? { audio } : {}) }
    const packager = this.#startPeriod(start)
    for (const sample of start.samples) {
      if (!packager.add(sample)) {
        this.#endPeriod()
        return
      }
    }
  }

  #startPeriod(start: PeriodStart): Packager {
    const { timeline, goals, now } = this.#options
    const referenceTrack = start.hasVideo ? 'video' : 'audio'
    const originMs = start.samples.find((sample) => sample.track === referenceTrack)?.dtsMs ?? 0
    const lastMs = start.samples.findLast((sample) => sample.track === referenceTrack)?.dtsMs ?? originMs
    const wallClockMs = now() - (lastMs - originMs)
    const leaders = this.#alignment?.segmentStartingAt(originMs, this.#epochNumber, this.#frameTicks)
    const epoch = leaders?.epoch ?? timeline.findOrAdd(originMs, this.#epochNumber, this.window.endTicks, wallClockMs)
    const ownTicks = Math.max(this.window.endTicks, Math.round(originMs * ticksPerMs) + epoch.shiftTicks)
    const startTicks = leaders?.segment.startTicks ?? ownTicks
    const tracks = this.#tracks
    const referenceFrameTicks = this.#learnFrameRate(start)
    const ownTargets = () => decideTargets(this.#gopFrames, referenceFrameTicks, goals)
    this.window.setTargets(this.#alignment?.targets ?? ownTargets())
    if (leaders !== undefined) this.window.renumber(leaders.segment.sequence, leaders.segment.discontinuity)
    this.#initNumber += 1
    this.#epochNumber = epoch.number
    this.#isPeriodOutdated = false
    this.window.beginPeriod({
      initNumber: this.#initNumber,
      init: initSegment([tracks.video, tracks.audio].filter((track) => track !== undefined)),
      wallClockMs: (ticks) => epoch.startWallClockMs + (ticks - epoch.startTicks) / ticksPerMs,
    })
    this.#packager = new Packager(
      {
        tracks,
        shiftTicks: { video: epoch.shiftTicks, audio: audioShiftTicks(start, originMs, epoch.shiftTicks) },
        startTicks,
        targets: this.window.targets ?? ownTargets(),
        goals,
        gopFrames: this.#gopFrames,
        frameTicks: this.#frameTicks,
        firstFragment: this.#fragment,
        leaderHasStart: this.#alignment?.hasSegmentStartIn,
      },
      this.window,
    )
    this.#packager.learnFrameRate(start.samples)
    return this.#packager
  }

  /** Learns the frame rate and the GOP length. Returns the duration of a frame of the reference track, in ticks. */
  #learnFrameRate(start: PeriodStart): number {
    const audio = this.#tracks.audio
    if (!start.hasVideo && audio !== undefined) {
      this.#gopFrames = 1
      return (audio.samplesPerFrame * ticksPerSecond) / audio.sampleRateHz
    }
    const video = start.samples.filter((sample) => sample.track === 'video')
    const spanTicks = ((video.at(-1)?.dtsMs ?? 0) - (video[0]?.dtsMs ?? 0)) * ticksPerMs
    if (video.length > 2 && spanTicks > 0) this.#frameTicks = spanTicks / (video.length - 1)
    const ownGopFrames = () => start.gopFrames ?? Math.max(this.#gopFrames, this.window.targets ? 1 : video.length)
    this.#gopFrames = this.#alignment?.gopFrames(this.#frameTicks) ?? ownGopFrames()
    return this.#frameTicks
  }

  /** True when a segment of the leader that has not been published here starts at this time of the sender. */
  readonly #canStartAt = (senderMs: number): boolean => {
    const segment = this.#alignment?.segmentStartingAt(senderMs, this.#epochNumber, this.#frameTicks)?.segment
    if (segment === undefined || segment.sequence <= (this.#options.removed?.lastSequence ?? 0)) return false
    return segment.startTicks > this.window.endTicks - this.#frameTicks
  }

  #endPeriod(): void {
    const packager = this.#packager
    if (packager === undefined) return
    packager.close()
    this.window.closeSegment()
    this.#fragment = packager.nextFragment
    this.#frameTicks = packager.frameTicks
    this.#packager = undefined
  }

  #describe(segment: Segment, init: Uint8Array, recorded: RecordedMessage): ClosedSegment {
    const { sequence, isAfterDiscontinuity, durationS, programDateTimeMs, encryption, size, initNumber } = segment
    return {
      rendition: this.name,
      ...{ sequence, isAfterDiscontinuity, durationS, programDateTimeMs, encryption, size },
      isIndependent: segment.parts[0]?.isIndependent === true,
      init: { number: initNumber, body: init },
      tracks: this.#tracks,
      frameRate: this.frameRate,
      ...recorded.end(),
    }
  }

  #publishChanges(): void {
    if (this.window.version === this.#publishedVersion) return
    this.#publishedVersion = this.window.version
    this.#lastPublishedAtMs = this.#options.now()
    this.#options.timeline.extendTo(this.window.endTicks)
    this.#options.onChange()
  }
}

/** Offset of the audio. Audio whose clock is unrelated to that of the video is placed by its time of arrival. */
function audioShiftTicks(start: PeriodStart, originMs: number, shiftTicks: number): number {
  const first = start.samples.findIndex((sample) => sample.track === 'video')
  const after = start.samples.find((sample, index) => sample.track === 'audio' && index > first)
  const audio = after ?? start.samples.findLast((sample) => sample.track === 'audio')
  if (!start.hasVideo || audio === undefined || Math.abs(audio.dtsMs - originMs) <= maxTrackOffsetMs) return shiftTicks
  return shiftTicks + Math.round((originMs - audio.dtsMs) * ticksPerMs)
}
