import { initSegment } from '../fmp4/init-segment.ts'
import { hasSampleEntry } from '../fmp4/sample-entry.ts'
import { ticksPerMs, ticksPerSecond } from '../fmp4/track.ts'
import type { MediaSink, Sample, TrackConfig } from '../sample.ts'
import { Intake, type Start } from './intake.ts'
import { Packager, type Tracks } from './packager.ts'
import { type Aims, decideTargets } from './part-plan.ts'
import { SegmentWindow, type WindowOptions } from './segment-window.ts'
import type { Timeline } from './timeline.ts'

export interface RenditionOptions extends WindowOptions {
  name: string
  aims: Aims
  firstSequence: number
  timeline: Timeline
  /** Called after the playlist changed. */
  onChange: () => void
  /** The segment of another rendition that holds this time, to be numbered alike. */
  sequenceAt: (ticks: number) => { sequence: number; discontinuity: number } | undefined
}

const foreignClockMs = 3000
const guessedFrameTicks = ticksPerSecond / 30

/** One variant of a broadcast: takes its media, holds its segments. */
export class Rendition implements MediaSink {
  readonly name: string
  readonly window: SegmentWindow
  readonly #options: RenditionOptions
  readonly #intake = new Intake()
  #configs: Tracks = {}
  #tracks: Tracks = {}
  #packager: Packager | undefined
  /** The stretch ends at the next key frame, because its tracks are not those that come now. */
  #isOutdated = false
  #epochNumber = -1
  #initNumber: number
  #fragment = 1
  #groupFrames = 60
  #frameTicks = guessedFrameTicks
  #publishedVersion = 0
  #lastMediaAtMs: number | undefined

  constructor(options: RenditionOptions) {
    this.name = options.name
    this.#options = options
    this.#initNumber = options.continues ? options.firstSequence - 1 : 0
    this.window = new SegmentWindow(options, options.firstSequence)
  }

  /** The tracks of what is being published. */
  get tracks(): Tracks {
    return this.#tracks
  }

  get frameRate(): number | undefined {
    return this.#tracks.video && ticksPerSecond / (this.#packager?.frameTicks ?? this.#frameTicks)
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
    if (this.#packager === undefined) this.#intake.clear()
    else this.#isOutdated ||= this.#tracks[config.track] !== undefined
  }

  sample(sample: Sample): void {
    if (this.window.isEnded || this.#configs[sample.track] === undefined || !isSound(sample)) return
    this.#lastMediaAtMs = this.#options.now()
    if (this.#packager !== undefined) this.#deliver(this.#packager, sample)
    else this.#gather(sample)
    this.#announce()
  }

  /** The media stops. What follows comes from an encoder that begins anew. */
  interrupt(): void {
    this.#endStretch()
    this.#configs = {}
    this.#intake.clear()
    this.#epochNumber = Math.max(this.#epochNumber, this.#options.timeline.latest)
    this.#announce()
  }

  end(): void {
    if (this.window.isEnded) return
    this.#endStretch()
    this.window.end()
    this.#announce()
  }

  #deliver(packager: Packager, sample: Sample): void {
    if (packager.isJump(sample) || (this.#isOutdated && this.#canRestartWith(sample))) {
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
    if (!packager.add(sample)) this.#endStretch()
  }

  #canRestartWith(sample: Sample): boolean {
    return sample.track === 'video' ? sample.key : this.#configs.video === undefined
  }

  #gather(sample: Sample): void {
    this.#intake.push(sample)
    this.#begin()
  }

  #begin(): void {
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
    const { timeline, aims, now } = this.#options
    const lead = start.hasVideo ? 'video' : 'audio'
    const first = start.samples.findIndex((sample) => sample.track === lead)
    const originMs = start.samples[first]?.dtsMs ?? 0
    const lastMs = start.samples.findLast((sample) => sample.track === lead)?.dtsMs ?? originMs
    const wallMs = now() - (lastMs - originMs)
    const epoch = timeline.join(originMs, this.#epochNumber, this.window.endTicks, wallMs)
    const startTicks = Math.max(this.window.endTicks, Math.round(originMs * ticksPerMs) + epoch.shiftTicks)
    const tracks = this.#tracks
    const leadFrame = this.#learnRate(start)
    this.window.setTargets(decideTargets(this.#groupFrames, leadFrame, aims))
    const neighbour = this.#options.sequenceAt(startTicks)
    if (neighbour !== undefined) this.window.startAt(neighbour.sequence, neighbour.discontinuity)
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
        targets: this.window.targets ?? decideTargets(this.#groupFrames, leadFrame, aims),
        aims,
        groupFrames: this.#groupFrames,
        frameTicks: this.#frameTicks,
        firstFragment: this.#fragment,
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
      this.#groupFrames = 1
      return (audio.samplesPerFrame * ticksPerSecond) / audio.sampleRateHz
    }
    const video = start.samples.filter((sample) => sample.track === 'video')
    const spanTicks = ((video.at(-1)?.dtsMs ?? 0) - (video[0]?.dtsMs ?? 0)) * ticksPerMs
    if (video.length > 2 && spanTicks > 0) this.#frameTicks = spanTicks / (video.length - 1)
    this.#groupFrames = start.groupFrames ?? Math.max(this.#groupFrames, this.window.targets ? 1 : video.length)
    return this.#frameTicks
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

function isSound(sample: Sample): boolean {
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
