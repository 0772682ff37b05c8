import { mediaPart, type TrackRun } from '../../fmp4/media-part.ts'
import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'
import type { AudioConfig, Sample, TrackKind, VideoConfig } from '../../sample.ts'
import { AudioClock } from './audio-clock.ts'
import { type PackagingGoals, shortestPartTicks, type Targets } from './part-plan.ts'
import { type HasSegmentStart, Segmenter } from './segmenter.ts'
import { VideoClock } from './video-clock.ts'

export interface Tracks {
  video?: VideoConfig
  audio?: AudioConfig
}

interface PackagerOptions {
  tracks: Tracks
  /** Offset in ticks from the sender's clock to the timeline. */
  shiftTicks: Record<TrackKind, number>
  startTicks: number
  targets: Targets
  goals: PackagingGoals
  gopFrames: number
  frameTicks: number
  /** Sequence number of the first movie fragment. */
  firstFragment: number
  /** When given, segments end where those of the leading rendition end. */
  leaderHasStart?: HasSegmentStart | undefined
}

/** Receives parts and segment ends as they are complete. */
interface PackagerOutput {
  addPart(startTicks: number, endTicks: number, isIndependent: boolean, plain: Uint8Array): void
  closeSegment(): void
}

interface Frame {
  ticks: number
  ptsTicks: number
  key: boolean
  data: Uint8Array
}

const maxOpenBytes = 24 * 1024 * 1024
const maxOpenSamples = 4096
/** How far audio may run ahead before parts are published without video. */
const maxAudioAheadTicks = ticksPerSecond
/** A longer gap in the video is filled with audio-only parts, or cut out. */
const maxVideoGapTicks = ticksPerSecond / 2
const clockJumpTicks = 3 * ticksPerSecond

/**
 * Packages one period, the media between two discontinuities, into parts. The reference track decides where they end: the video
 * or, without video, the audio.
 */
export class Packager {
  readonly #options: PackagerOptions
  readonly #output: PackagerOutput
  readonly #segmenter: Segmenter
  readonly #videoClock: VideoClock
  readonly #audioClock: AudioClock | undefined
  readonly #audioTicksPerSample: number
  #shiftTicks: Record<TrackKind, number>
  #video: Frame[] = []
  #audio: { start: number; data: Uint8Array }[] = []
  #openBytes = 0
  /** End of the published video. Its decode times have no gaps. */
  #videoEndTicks: number
  #lastPtsTicks: number
  #fragment: number
  #positionTicks: number

  constructor(options: PackagerOptions, output: PackagerOutput) {
    this.#options = options
    this.#output = output
    this.#segmenter = new Segmenter(
      options.targets,
      options.goals,
      options.startTicks,
      options.gopFrames,
      options.leaderHasStart,
    )
    this.#videoClock = new VideoClock(options.frameTicks)
    const audio = options.tracks.audio
    this.#audioClock = audio && new AudioClock(audio.sampleRateHz, audio.samplesPerFrame)
    this.#audioTicksPerSample = ticksPerSecond / (audio?.sampleRateHz ?? ticksPerSecond)
    this.#shiftTicks = options.shiftTicks
    this.#videoEndTicks = options.startTicks
    this.#positionTicks = options.startTicks
    this.#lastPtsTicks = options.startTicks - options.frameTicks
    this.#fragment = options.firstFragment
  }

  get nextFragment(): number {
    return this.#fragment
  }

  /** Offset in ticks from the sender's clock to the timeline; smaller than at the start once a gap was cut out. */
  get videoShiftTicks(): number {
    return this.#shiftTicks.video
  }

  get frameTicks(): number {
    return this.#videoClock.frameTicks
  }

  /** Learns the frame rate from samples that will be added next. */
  learnFrameRate(samples: readonly Sample[]): void {
    const video = samples.filter((sample) => sample.track === 'video')
    this.#videoClock.seed(video.map((sample) => this.#ticksOf(sample.track, sample.dtsMs)))
  }

  /** True when a sample's time is more than three seconds away from the samples before it. */
  isClockJump(sample: Sample): boolean {
    return Math.abs(this.#ticksOf(sample.track, sample.dtsMs) - this.#positionTicks) > clockJumpTicks
  }

  /** False when the period has to end, because too much media is waiting to become a part. */
  add(sample: Sample): boolean {
    this.#openBytes += sample.data.length
    if (this.#openBytes > maxOpenBytes || this.#video.length + this.#audio.length > maxOpenSamples) return false
    return sample.track === 'video' ? this.#addVideo(sample) : this.#addAudio(sample)
  }

  /** Publishes the remaining media, unless it is too short for a part. */
  close(): void {
    const lastTicks = this.#options.tracks.video
      ? this.#video.at(-1)?.ticks
      : this.#audioTicks(this.#audio.at(-1)?.start)
    if (lastTicks === undefined) return
    const start = this.#segmenter.partStartTicks
    const frame = this.#options.tracks.video ? this.frameTicks : this.#audioFrameTicks()
    const endTicks = Math.min(lastTicks + frame, start + this.#options.targets.partTargetMs * ticksPerMs)
    if (endTicks - start > shortestPartTicks) this.#closePart(endTicks)
  }

  #addVideo(sample: Sample): boolean {
    if (this.#options.tracks.video === undefined) return true
    this.#bridgeVideoGap(sample.dtsMs)
    const placed = this.#videoClock.place(this.#ticksOf('video', sample.dtsMs), this.#ticksOf('video', sample.ptsMs))
    const frameTicks = this.frameTicks
    const cuts = this.#segmenter.beforeFrame(placed.dtsTicks, sample.key, frameTicks)
    if (cuts.partEndTicks !== undefined) this.#closePart(cuts.partEndTicks)
    if (cuts.endsSegment) this.#closeSegment()
    const frame = this.#continueDecodeTimes(placed.dtsTicks, placed.ptsTicks, sample)
    this.#video.push(frame)
    this.#lastPtsTicks = Math.max(this.#lastPtsTicks, frame.ptsTicks)
    this.#positionTicks = Math.max(this.#positionTicks, frame.ticks)
    const end = this.#segmenter.addFrame(frame.ticks, sample.key, frameTicks, this.#videoClock.isSteady)
    if (end !== undefined) this.#closePart(Math.round(end))
    return true
  }

  /**
   * Keeps decode times continuous: the first frame of a part starts where the previous part ended, whose last duration was an
   * estimate. Its presentation time is unchanged, unless frames are missing; then it is shown early, so that there is no gap.
   */
  #continueDecodeTimes(dtsTicks: number, ptsTicks: number, sample: Sample): Frame {
    const last = this.#video.at(-1)
    const { key, data } = sample
    if (last !== undefined) return { ticks: Math.max(dtsTicks, last.ticks + 1), ptsTicks, key, data }
    const gap = dtsTicks - this.#videoEndTicks
    const isEarly = gap > 1.5 * this.frameTicks
    const earliest = Math.max(ptsTicks - gap, Math.round(this.#lastPtsTicks + this.frameTicks))
    return { ticks: this.#videoEndTicks, ptsTicks: isEarly ? Math.min(ptsTicks, earliest) : ptsTicks, key, data }
  }

  /** Before a video frame that arrives long after the previous one, publishes the audio in between as parts without video. */
  #bridgeVideoGap(dtsMs: number): void {
    const last = this.#video.at(-1)
    const endTicks = last === undefined ? this.#videoEndTicks : last.ticks + this.frameTicks
    if (this.#ticksOf('video', dtsMs) - endTicks <= maxVideoGapTicks) return
    if (last !== undefined) this.#closePart(this.#segmenter.nearestAllowedPartEnd(endTicks))
    const ticks = this.#ticksOf('video', dtsMs)
    this.#publishUntil(ticks - maxVideoGapTicks, ticks)
  }

  #addAudio(sample: Sample): boolean {
    const ticks = this.#ticksOf('audio', sample.dtsMs)
    // Audio from before the first picture is dropped: there is no picture to show with it.
    if (this.#audioClock === undefined || ticks < this.#options.startTicks - ticksPerMs) return true
    const start = this.#audioClock.place(ticks)
    if (start === undefined) return true
    const startTicks = start * this.#audioTicksPerSample
    this.#positionTicks = Math.max(this.#positionTicks, startTicks)
    if (this.#options.tracks.video !== undefined) {
      this.#audio.push({ start, data: sample.data })
      this.#publishUntil(startTicks - maxAudioAheadTicks, startTicks)
      return true
    }
    const frameTicks = this.#audioFrameTicks()
    const cuts = this.#segmenter.beforeFrame(startTicks, true, frameTicks)
    if (cuts.partEndTicks !== undefined) this.#closePart(cuts.partEndTicks)
    if (cuts.endsSegment) this.#closeSegment()
    const gap = startTicks - this.#segmenter.partStartTicks
    if (this.#audio.length === 0 && gap > 2 * frameTicks) this.#segmenter.skipGap(gap)
    this.#audio.push({ start, data: sample.data })
    const end = this.#segmenter.addFrame(startTicks, true, frameTicks, true)
    if (end !== undefined) this.#closePart(end)
    return true
  }

  /**
   * Publishes parts of regular length up to `ticks` while video is missing. Time without media in any track is cut out;
   * `nextTicks` is the time of the next sample.
   */
  #publishUntil(ticks: number, nextTicks: number): void {
    const length = Math.round(this.#segmenter.regularPartTicks(this.frameTicks))
    let untilTicks = ticks
    while (this.#segmenter.partStartTicks + length <= untilTicks) {
      const endTicks = this.#segmenter.partStartTicks + length
      const audioTicks = this.#audioTicks(this.#audio[0]?.start) ?? nextTicks
      if (this.#video.length === 0 && audioTicks >= endTicks) {
        const gap = Math.round(Math.min(audioTicks, nextTicks) - this.#segmenter.partStartTicks)
        this.#cutOutGap(gap)
        untilTicks -= gap
      } else {
        this.#closePart(endTicks, true)
        if (this.#segmenter.mustEndSegmentAt(endTicks)) this.#closeSegment()
      }
    }
  }

  /** Moves all unpublished media earlier. */
  #cutOutGap(ticks: number): void {
    const samples = Math.round(ticks / this.#audioTicksPerSample)
    this.#shiftTicks = { video: this.#shiftTicks.video - ticks, audio: this.#shiftTicks.audio - ticks }
    this.#audio = this.#audio.map(({ start, data }) => ({ start: start - samples, data }))
    this.#audioClock?.moveEarlier(samples)
  }

  #closePart(endTicks: number, isVideoMissing = false): void {
    const startTicks = this.#segmenter.partStartTicks
    const isIndependent = this.#options.tracks.video === undefined || this.#video[0]?.key === true
    const runs = [this.#takeVideoRun(endTicks, isVideoMissing), this.#takeAudioRun(endTicks)].filter(
      (run) => run !== undefined,
    )
    this.#segmenter.partEnded(endTicks)
    this.#openBytes = this.#audio.reduce((sum, frame) => sum + frame.data.length, 0)
    this.#positionTicks = Math.max(this.#positionTicks, endTicks)
    const plain = Buffer.concat(mediaPart(this.#fragment, runs))
    this.#fragment += 1
    this.#output.addPart(startTicks, endTicks, isIndependent, plain)
  }

  #closeSegment(): void {
    this.#segmenter.segmentEnded()
    this.#output.closeSegment()
  }

  #takeVideoRun(endTicks: number, isVideoMissing: boolean): TrackRun | undefined {
    const frames = this.#video
    const first = frames[0]
    const last = frames.at(-1)
    if (first === undefined || last === undefined) return undefined
    this.#video = []
    const expectedEnd = Math.round(last.ticks + this.frameTicks)
    this.#videoEndTicks = Math.max(last.ticks + 1, isVideoMissing ? expectedEnd : Math.round(endTicks))
    const samples = frames.map((frame, index) => ({
      duration: (frames[index + 1]?.ticks ?? this.#videoEndTicks) - frame.ticks,
      compositionOffset: frame.ptsTicks - frame.ticks,
      key: frame.key,
      data: frame.data,
    }))
    return { track: 'video', decodeTime: first.ticks, samples }
  }

  #takeAudioRun(endTicks: number): TrackRun | undefined {
    const isReference = this.#options.tracks.video === undefined
    const count = isReference
      ? this.#audio.length
      : this.#audio.filter((frame) => frame.start * this.#audioTicksPerSample < endTicks).length
    const frames = this.#audio.slice(0, count)
    const first = frames[0]
    if (first === undefined) return undefined
    this.#audio = this.#audio.slice(count)
    const frameSamples = this.#options.tracks.audio?.samplesPerFrame ?? 0
    const samples = frames.map((frame, index) => ({
      duration: (frames[index + 1]?.start ?? frame.start + frameSamples) - frame.start,
      compositionOffset: 0,
      key: true,
      data: frame.data,
    }))
    return { track: 'audio', decodeTime: first.start, samples }
  }

  #audioFrameTicks(): number {
    return (this.#options.tracks.audio?.samplesPerFrame ?? 0) * this.#audioTicksPerSample
  }

  #audioTicks(start: number | undefined): number | undefined {
    return start === undefined ? undefined : start * this.#audioTicksPerSample
  }

  #ticksOf(track: TrackKind, timeMs: number): number {
    return timeMs * ticksPerMs + this.#shiftTicks[track]
  }
}
