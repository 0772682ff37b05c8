import { initSegment } from '../../fmp4/init-segment.ts'
import { hasSampleEntry } from '../../fmp4/sample-entry.ts'
import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'
import type { MediaSink, Sample, TrackConfig } from '../../sample.ts'
import { KeyInterval } from '../cut/key-interval.ts'
import { Packager, type Tracks } from '../cut/packager.ts'
import { decideTargets, type PackagingGoals } from '../cut/part-plan.ts'
import type { Epoch, Timeline } from '../cut/timeline.ts'
import type { Segment } from './segment.ts'
import { SegmentWindow, type WindowOptions } from './segment-window.ts'
import { type Start, StreamProbe } from './stream-probe.ts'

export interface RenditionOptions extends WindowOptions {
  name: string
  goals: PackagingGoals
  firstSequence: number
  timeline: Timeline
  /** Called after the playlist changed. */
  onChange: () => void
  /** The rendition whose segments this one's begin and are numbered with. Its media comes before ours. */
  leader: Rendition | undefined
  /** One of this name that was removed. */
  former: FormerRendition | undefined
  /** Until then players wait for it rather than not learn of it, milliseconds since 1970. */
  expectedUntilMs: number
}

/** What a rendition of the same name may not publish again, for caches keep it. */
export interface FormerRendition {
  /** Its initialisation segments. */
  inits: number
  /** Media sequence number of its last segment. */
  sequence: number
}

const foreignClockMs = 3000
const guessedFrameTicks = ticksPerSecond / 30
const farFromLeaderTicks = ticksPerSecond / 4
/** Frames of a following rendition from which its frame rate is learned. */
const learningFrames = 8

/** One variant of a broadcast: takes its media, holds its segments. */
export class Rendition implements MediaSink {
  readonly name: string
  readonly window: SegmentWindow
  readonly #options: RenditionOptions
  readonly #intake = new StreamProbe()
  #configs: Tracks = {}
  #tracks: Tracks = {}
  #packager: Packager | undefined
  /** The stretch ends at the next key frame, because its tracks are not those that come now. */
  #isOutdated = false
  #epochNumber = -1
  #initNumber: number
  #fragment = 1
  #gopFrames = 60
  #frameTicks = guessedFrameTicks
  #publishedVersion = 0
  #lastMediaAtMs: number | undefined
  readonly #keyInterval = new KeyInterval()

  constructor(options: RenditionOptions) {
    this.name = options.name
    this.#options = options
    this.#initNumber = Math.max(options.former?.inits ?? 0, options.continues ? options.firstSequence - 1 : 0)
    this.window = new SegmentWindow(options, options.firstSequence)
  }

  /** The tracks of what is being published. */
  get tracks(): Tracks {
    return this.#tracks
  }

  get frameRate(): number | undefined {
    return this.#tracks.video && ticksPerSecond / (this.#packager?.frameTicks ?? this.#frameTicks)
  }

  /** Its initialisation segments so far, with those of former renditions of its name. */
  get inits(): number {
    return this.#initNumber
  }

  /** It was added a moment ago and will be ready soon. */
  get isExpected(): boolean {
    return !this.window.isReady && !this.window.isEnded && this.#options.now() < this.#options.expectedUntilMs
  }

  /** The longest of the last few, in milliseconds. */
  get keyIntervalMs(): number | undefined {
    return this.#keyInterval.longestMs
  }

  get lastMediaAtMs(): number | undefined {
    return this.#lastMediaAtMs
  }

  get highestNumber(): number {
    return Math.max(this.#initNumber, this.window.highestNumber)
  }

  config(config: TrackConfig): void {
    if (!isUsable(config)) return
    const known = this.#configs[config.track]
    if (known !== undefined && isSameConfig(known, config)) return
    this.#configs = { ...this.#configs, [config.track]: config }
    // A first configuration says nothing against what the other track has brought.
    if (this.#packager === undefined && known !== undefined) this.#intake.clear()
    if (this.#packager !== undefined) this.#isOutdated ||= this.#tracks[config.track] !== undefined
  }

  sample(sample: Sample): void {
    if (this.window.isEnded || this.#configs[sample.track] === undefined || !isPlausible(sample)) return
    this.#lastMediaAtMs = this.#options.now()
    this.#keyInterval.push(sample)
    if (this.#packager !== undefined) this.#deliver(this.#packager, sample)
    else this.#gather(sample)
    this.#announce()
  }

  /** The media stops. What follows comes from an encoder that begins anew. */
  interrupt(): void {
    this.#endStretch()
    this.#configs = {}
    this.#intake.clear()
    this.#keyInterval.clear()
    this.#epochNumber = Math.max(this.#epochNumber, this.#options.timeline.latest) + (this.#options.leader ? 1 : 0)
    this.#announce()
  }

  end(): void {
    if (this.window.isEnded) return
    this.#endStretch()
    this.window.end()
    this.#announce()
  }

  #deliver(packager: Packager, sample: Sample): void {
    const mustRestart = this.#isOutdated || this.#leaderWentOn(sample)
    if (packager.isJump(sample) || (mustRestart && this.#canRestartWith(sample))) {
      this.#endStretch()
      this.#gather(sample)
      return
    }
    const isForeign = this.#tracks[sample.track] !== this.#configs[sample.track]
    if (isForeign) {
      // A track that appears late, or comes with another configuration: kept for the stretch that is to begin.
      this.#isOutdated = true
      this.#intake.push(sample)
      if (this.#canRestartWith(sample)) this.#endStretch()
      if (this.#packager === undefined) this.#begin()
      return
    }
    if (!packager.add(sample) || this.#isOutOfStep()) this.#endStretch()
  }

  #canRestartWith(sample: Sample): boolean {
    return sample.track === 'video' ? sample.key : this.#configs.video === undefined
  }

  #gather(sample: Sample): void {
    this.#intake.push(sample)
    this.#begin()
  }

  #begin(): void {
    if (this.#options.leader !== undefined && !this.#intake.beginAt(this.#canFollowFrom, learningFrames)) return
    const start = this.#intake.take(this.#configs.video !== undefined, this.window.targets !== undefined)
    if (start === undefined) return
    const { video, audio } = this.#configs
    this.#tracks = { ...(start.hasVideo && video ? { video } : {}), ...(start.hasAudio && audio ? { audio } : {}) }
    const packager = this.#beginStretch(start)
    for (const sample of start.samples) {
      if (!packager.add(sample)) {
        this.#endStretch()
        return
      }
    }
  }

  #beginStretch(start: Start): Packager {
    const { timeline, goals, now } = this.#options
    const lead = start.hasVideo ? 'video' : 'audio'
    const first = start.samples.findIndex((sample) => sample.track === lead)
    const originMs = start.samples[first]?.dtsMs ?? 0
    const lastMs = start.samples.findLast((sample) => sample.track === lead)?.dtsMs ?? originMs
    const wallMs = now() - (lastMs - originMs)
    const led = this.#leadersSegmentAt(originMs)
    const epoch = led?.epoch ?? timeline.join(originMs, this.#epochNumber, this.window.endTicks, wallMs)
    const ownTicks = Math.max(this.window.endTicks, Math.round(originMs * ticksPerMs) + epoch.shiftTicks)
    const startTicks = led?.segment.startTicks ?? ownTicks
    const tracks = this.#tracks
    const leadFrame = this.#learnRate(start)
    const leader = this.#options.leader
    this.window.setTargets(leader?.window.targets ?? decideTargets(this.#gopFrames, leadFrame, goals))
    if (led !== undefined) this.window.goOnAt(led.segment.sequence, led.segment.discontinuity)
    this.#initNumber += 1
    this.#epochNumber = epoch.number
    this.#isOutdated = false
    this.window.beginStretch({
      initNumber: this.#initNumber,
      init: initSegment([tracks.video, tracks.audio].filter((track) => track !== undefined)),
      wallClockMs: (ticks) => epoch.startWallMs + (ticks - epoch.startTicks) / ticksPerMs,
    })
    this.#packager = new Packager(
      {
        tracks,
        shiftTicks: { video: epoch.shiftTicks, audio: audioShift(start, originMs, epoch.shiftTicks) },
        startTicks,
        targets: this.window.targets ?? decideTargets(this.#gopFrames, leadFrame, goals),
        goals,
        gopFrames: this.#gopFrames,
        frameTicks: this.#frameTicks,
        firstFragment: this.#fragment,
        leads: leader && ((fromTicks, untilTicks) => leader.window.beganBetween(fromTicks, untilTicks)),
      },
      this.window,
    )
    this.#packager.foresee(start.samples)
    return this.#packager
  }

  /** Duration of a frame of the leading track, in ticks. */
  #learnRate(start: Start): number {
    const audio = this.#tracks.audio
    if (!start.hasVideo && audio !== undefined) {
      this.#gopFrames = 1
      return (audio.samplesPerFrame * ticksPerSecond) / audio.sampleRateHz
    }
    const video = start.samples.filter((sample) => sample.track === 'video')
    const spanTicks = ((video.at(-1)?.dtsMs ?? 0) - (video[0]?.dtsMs ?? 0)) * ticksPerMs
    if (video.length > 2 && spanTicks > 0) this.#frameTicks = spanTicks / (video.length - 1)
    const leader = this.#options.leader
    if (leader !== undefined) return this.#learnRateFrom(leader)
    this.#gopFrames = start.gopFrames ?? Math.max(this.#gopFrames, this.window.targets ? 1 : video.length)
    return this.#frameTicks
  }

  #learnRateFrom(leader: Rendition): number {
    this.#gopFrames = Math.max(1, Math.round((leader.#gopFrames * leader.#frameTicks) / this.#frameTicks))
    return this.#frameTicks
  }

  /** The leader's segment that begins with this time of the sender, in the newest epoch that it can belong to. */
  #leadersSegmentAt(
    senderMs: number,
  ): { epoch: Epoch; segment: Pick<Segment, 'startTicks' | 'sequence' | 'discontinuity'> } | undefined {
    const { leader, timeline } = this.#options
    const placed = timeline.find(senderMs, this.#epochNumber - 1)
    if (leader === undefined || placed === undefined) return undefined
    // The leader may have left out time since.
    const packager = leader.#epochNumber === placed.number ? leader.#packager : undefined
    const epoch = { ...placed, shiftTicks: packager?.videoShiftTicks ?? placed.shiftTicks }
    const segment = leader.window.beganAt(senderMs * ticksPerMs + epoch.shiftTicks, this.#frameTicks / 2)
    return segment && { epoch, segment }
  }

  readonly #canFollowFrom = (senderMs: number): boolean => {
    const segment = this.#leadersSegmentAt(senderMs)?.segment
    if (segment === undefined || segment.sequence <= (this.#options.former?.sequence ?? 0)) return false
    return segment.startTicks > this.window.endTicks - this.#frameTicks
  }

  /** The leader put a discontinuity before this key frame. */
  #leaderWentOn({ track, key, dtsMs }: Sample): boolean {
    const { leader, timeline } = this.#options
    return leader !== undefined && track === 'video' && key && timeline.find(dtsMs, this.#epochNumber) !== undefined
  }

  /** Media was lost, so that its segments are no longer the leader's of the same numbers. */
  #isOutOfStep(): boolean {
    const leader = this.#options.leader?.window
    if (leader === undefined) return false
    // One sample after a hole may end several segments.
    return this.window.listed.slice(-3).some(({ sequence, startTicks }) => {
      const same = leader.segment(sequence)
      return same !== undefined && Math.abs(same.startTicks - startTicks) > farFromLeaderTicks
    })
  }

  #endStretch(): void {
    const packager = this.#packager
    if (packager === undefined) return
    packager.close()
    this.window.closeSegment()
    this.#fragment = packager.nextFragment
    this.#frameTicks = packager.frameTicks
    this.#packager = undefined
  }

  #announce(): void {
    if (this.window.version === this.#publishedVersion) return
    this.#publishedVersion = this.window.version
    this.#options.timeline.reach(this.window.endTicks)
    this.#options.onChange()
  }
}

/** Sound whose clock has nothing to do with that of the pictures is placed by its arrival. */
function audioShift(start: Start, originMs: number, shiftTicks: number): number {
  const first = start.samples.findIndex((sample) => sample.track === 'video')
  const after = start.samples.find((sample, index) => sample.track === 'audio' && index > first)
  const audio = after ?? start.samples.findLast((sample) => sample.track === 'audio')
  if (!start.hasVideo || audio === undefined || Math.abs(audio.dtsMs - originMs) <= foreignClockMs) return shiftTicks
  return shiftTicks + Math.round((originMs - audio.dtsMs) * ticksPerMs)
}

function isPlausible(sample: Sample): boolean {
  const longestMs = 2 ** 43
  const isTime = (ms: number) => Number.isFinite(ms) && Math.abs(ms) < longestMs
  const isNear = Math.abs(sample.ptsMs - sample.dtsMs) < 60_000
  return sample.data.length > 0 && isTime(sample.dtsMs) && isTime(sample.ptsMs) && isNear
}

function isUsable(config: TrackConfig): boolean {
  const isCount = (value: number, most: number) => Number.isInteger(value) && value > 0 && value <= most
  if (config.description.length > 0xffff || !hasSampleEntry(config)) return false
  if (config.track === 'video') return isCount(config.width, 0xffff) && isCount(config.height, 0xffff)
  return isCount(config.sampleRateHz, 384_000) && isCount(config.samplesPerFrame, 8192) && isCount(config.channels, 64)
}

function isSameConfig(a: TrackConfig, b: TrackConfig): boolean {
  const shape = (config: TrackConfig) => JSON.stringify({ ...config, description: [...config.description] })
  return shape(a) === shape(b)
}
