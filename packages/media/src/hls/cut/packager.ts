import { mediaPart, type TrackRun } from '../../fmp4/media-part.ts'
import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'
import type { AudioConfig, Sample, TrackKind, VideoConfig } from '../../sample.ts'
import { AudioClock } from './audio-clock.ts'
import { type PackagingGoals, shortestPartTicks, type Targets } from './part-plan.ts'
import { type BeginsSegment, Segmenter } from './segmenter.ts'
import { VideoClock } from './video-clock.ts'

export interface Tracks {
  video?: VideoConfig
  audio?: AudioConfig
}

export interface PackagerOptions {
  tracks: Tracks
  /** Added to a sample's time, in ticks, it gives the time on the timeline. */
  shiftTicks: Record<TrackKind, number>
  startTicks: number
  targets: Targets
  goals: PackagingGoals
  gopFrames: number
  frameTicks: number
  /** Number of the first movie fragment. */
  firstFragment: number
  /** Segments end where those of another rendition do. */
  leads?: BeginsSegment | undefined
}

/** Takes what is complete. */
export interface PackagerOutput {
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
/** So far may one track be ahead before parts come out without the other. */
const patienceTicks = ticksPerSecond
/** A longer hole in the video is closed by parts with sound only, or left out. */
const longestHoleTicks = ticksPerSecond / 2
const jumpTicks = 3 * ticksPerSecond

/** Makes parts of a stretch of media without discontinuity. The video leads; without one the audio. */
export class Packager {
  readonly #options: PackagerOptions
  readonly #output: PackagerOutput
  readonly #cutter: Segmenter
  readonly #videoClock: VideoClock
  readonly #audioClock: AudioClock | undefined
  readonly #audioTicksPerSample: number
  #shiftTicks: Record<TrackKind, number>
  #video: Frame[] = []
  #audio: { start: number; data: Uint8Array }[] = []
  #openBytes = 0
  /** Until here the video has been published; its decode times have no holes. */
  #videoEndTicks: number
  #lastPtsTicks: number
  #fragment: number
  #positionTicks: number

  constructor(options: PackagerOptions, output: PackagerOutput) {
    this.#options = options
    this.#output = output
    this.#cutter = new Segmenter(options.targets, options.goals, options.startTicks, options.gopFrames, options.leads)
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

  /** Added to a sample's time, it gives the time on the timeline; less than at first when time was left out. */
  get videoShiftTicks(): number {
    return this.#shiftTicks.video
  }

  get frameTicks(): number {
    return this.#videoClock.frameTicks
  }

  /** Learns the frame rate from samples that are about to come. */
  foresee(samples: readonly Sample[]): void {
    const video = samples.filter((sample) => sample.track === 'video')
    this.#videoClock.seed(video.map((sample) => this.#ticksOf(sample.track, sample.dtsMs)))
  }

  /** True when a sample's time is seconds away from everything before. */
  isJump(sample: Sample): boolean {
    return Math.abs(this.#ticksOf(sample.track, sample.dtsMs) - this.#positionTicks) > jumpTicks
  }

  /** False when the stretch has to end because its media makes no sense any more. */
  add(sample: Sample): boolean {
    this.#openBytes += sample.data.length
    if (this.#openBytes > maxOpenBytes || this.#video.length + this.#audio.length > maxOpenSamples) return false
    return sample.track === 'video' ? this.#addVideo(sample) : this.#addAudio(sample)
  }

  /** Publishes what is left, unless it is too short for a part. */
  close(): void {
    const lastTicks = this.#options.tracks.video
      ? this.#video.at(-1)?.ticks
      : this.#audioTicks(this.#audio.at(-1)?.start)
    if (lastTicks === undefined) return
    const start = this.#cutter.partStartTicks
    const frame = this.#options.tracks.video ? this.frameTicks : this.#audioFrameTicks()
    const endTicks = Math.min(lastTicks + frame, start + this.#options.targets.partTargetMs * ticksPerMs)
    if (endTicks - start > shortestPartTicks) this.#closePart(endTicks)
  }

  #addVideo(sample: Sample): boolean {
    if (this.#options.tracks.video === undefined) return true
    this.#closeHole(sample.dtsMs)
    const placed = this.#videoClock.place(this.#ticksOf('video', sample.dtsMs), this.#ticksOf('video', sample.ptsMs))
    const frameTicks = this.frameTicks
    const cuts = this.#cutter.beforeFrame(placed.dtsTicks, sample.key, frameTicks)
    if (cuts.partEndTicks !== undefined) this.#closePart(cuts.partEndTicks)
    if (cuts.endsSegment) this.#closeSegment()
    const frame = this.#fit(placed.dtsTicks, placed.ptsTicks, sample)
    this.#video.push(frame)
    this.#lastPtsTicks = Math.max(this.#lastPtsTicks, frame.ptsTicks)
    this.#positionTicks = Math.max(this.#positionTicks, frame.ticks)
    const end = this.#cutter.afterFrame(frame.ticks, sample.key, frameTicks, this.#videoClock.isSteady)
    if (end !== undefined) this.#closePart(Math.round(end))
    return true
  }

  /**
   * Decode times are continuous: the first frame of a part takes the end of the part before, whose last duration was foreseen. Its
   * presentation time stays true, unless frames are missing; then it is shown early to leave no hole.
   */
  #fit(dtsTicks: number, ptsTicks: number, sample: Sample): Frame {
    const last = this.#video.at(-1)
    const { key, data } = sample
    if (last !== undefined) return { ticks: Math.max(dtsTicks, last.ticks + 1), ptsTicks, key, data }
    const gap = dtsTicks - this.#videoEndTicks
    const isEarly = gap > 1.5 * this.frameTicks
    const earliest = Math.max(ptsTicks - gap, Math.round(this.#lastPtsTicks + this.frameTicks))
    return { ticks: this.#videoEndTicks, ptsTicks: isEarly ? Math.min(ptsTicks, earliest) : ptsTicks, key, data }
  }

  /** Before a video frame that comes much later than the one before: parts with sound only, where there is sound. */
  #closeHole(dtsMs: number): void {
    const last = this.#video.at(-1)
    const endTicks = last === undefined ? this.#videoEndTicks : last.ticks + this.frameTicks
    if (this.#ticksOf('video', dtsMs) - endTicks <= longestHoleTicks) return
    if (last !== undefined) this.#closePart(this.#cutter.stretchedPartEnd(endTicks))
    const ticks = this.#ticksOf('video', dtsMs)
    this.#publishUntil(ticks - longestHoleTicks, ticks)
  }

  #addAudio(sample: Sample): boolean {
    const ticks = this.#ticksOf('audio', sample.dtsMs)
    // Sound from before the first picture has nothing to be heard with.
    if (this.#audioClock === undefined || ticks < this.#options.startTicks - ticksPerMs) return true
    const start = this.#audioClock.place(ticks)
    if (start === undefined) return true
    const startTicks = start * this.#audioTicksPerSample
    this.#positionTicks = Math.max(this.#positionTicks, startTicks)
    if (this.#options.tracks.video !== undefined) {
      this.#audio.push({ start, data: sample.data })
      this.#publishUntil(startTicks - patienceTicks, startTicks)
      return true
    }
    const frameTicks = this.#audioFrameTicks()
    const cuts = this.#cutter.beforeFrame(startTicks, true, frameTicks)
    if (cuts.partEndTicks !== undefined) this.#closePart(cuts.partEndTicks)
    if (cuts.endsSegment) this.#closeSegment()
    const hole = startTicks - this.#cutter.partStartTicks
    if (this.#audio.length === 0 && hole > 2 * frameTicks) this.#cutter.skip(hole)
    this.#audio.push({ start, data: sample.data })
    const end = this.#cutter.afterFrame(startTicks, true, frameTicks, true)
    if (end !== undefined) this.#closePart(end)
    return true
  }

  /**
   * Parts of usual length from what there is, while the leading video is missing. Time in which no track has anything is left
   * out; `nextTicks` is when the first track goes on.
   */
  #publishUntil(ticks: number, nextTicks: number): void {
    const length = Math.round(this.#cutter.usualPartTicks(this.frameTicks))
    let untilTicks = ticks
    while (this.#cutter.partStartTicks + length <= untilTicks) {
      const endTicks = this.#cutter.partStartTicks + length
      const audioTicks = this.#audioTicks(this.#audio[0]?.start) ?? nextTicks
      if (this.#video.length === 0 && audioTicks >= endTicks) {
        const hole = Math.round(Math.min(audioTicks, nextTicks) - this.#cutter.partStartTicks)
        this.#leaveOut(hole)
        untilTicks -= hole
      } else {
        this.#closePart(endTicks, true)
        if (this.#cutter.mustEndSegmentAt(endTicks)) this.#closeSegment()
      }
    }
  }

  /** Everything that is still to be published comes earlier. */
  #leaveOut(ticks: number): void {
    const samples = Math.round(ticks / this.#audioTicksPerSample)
    this.#shiftTicks = { video: this.#shiftTicks.video - ticks, audio: this.#shiftTicks.audio - ticks }
    this.#audio = this.#audio.map(({ start, data }) => ({ start: start - samples, data }))
    this.#audioClock?.moveBack(samples)
  }

  #closePart(endTicks: number, isVideoMissing = false): void {
    const startTicks = this.#cutter.partStartTicks
    const isIndependent = this.#options.tracks.video === undefined || this.#video[0]?.key === true
    const runs = [this.#takeVideo(endTicks, isVideoMissing), this.#takeAudio(endTicks)].filter(
      (run) => run !== undefined,
    )
    this.#cutter.partEnded(endTicks)
    this.#openBytes = this.#audio.reduce((sum, frame) => sum + frame.data.length, 0)
    this.#positionTicks = Math.max(this.#positionTicks, endTicks)
    const plain = Buffer.concat(mediaPart(this.#fragment, runs))
    this.#fragment += 1
    this.#output.addPart(startTicks, endTicks, isIndependent, plain)
  }

  #closeSegment(): void {
    this.#cutter.segmentEnded()
    this.#output.closeSegment()
  }

  #takeVideo(endTicks: number, isVideoMissing: boolean): TrackRun | undefined {
    const frames = this.#video
    const first = frames[0]
    const last = frames.at(-1)
    if (first === undefined || last === undefined) return undefined
    this.#video = []
    const foreseen = Math.round(last.ticks + this.frameTicks)
    this.#videoEndTicks = Math.max(last.ticks + 1, isVideoMissing ? foreseen : Math.round(endTicks))
    const samples = frames.map((frame, index) => ({
      duration: (frames[index + 1]?.ticks ?? this.#videoEndTicks) - frame.ticks,
      compositionOffset: frame.ptsTicks - frame.ticks,
      key: frame.key,
      data: frame.data,
    }))
    return { track: 'video', decodeTime: first.ticks, samples }
  }

  #takeAudio(endTicks: number): TrackRun | undefined {
    const isLead = this.#options.tracks.video === undefined
    const count = isLead
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
