import type { HlsStream } from '@waggle/media/hls/hls-stream'
import type { AudioConfig, Sample, TrackConfig, VideoConfig } from '@waggle/media/sample'
import type { BroadcastOutput } from '../broadcast/broadcast-output.ts'
import { LagWatch } from './lag-watch.ts'
import { RecentMedia } from './recent-media.ts'
import { planRungs, type Rung } from './rung.ts'
import { RungOutput } from './rung-output.ts'
import { ShedRungs } from './shed-rungs.ts'
import { TranscodeRun } from './transcode-run.ts'
import type { Transcoding } from './transcoding.ts'

const lookIntervalMs = 500
/** How often it is seen whether more rungs can be had. */
const looksUntilReplan = 20
/** So many crashes within a minute, and the rungs are taken away for a while. */
const maxCrashesPerMinute = 5
const firstPauseMs = 60_000
const longestPauseMs = 600_000
const restartDelayMs = 100
const guessedFramesPerSecond = 30
/** A longer step of the source's clock, or one back, begins a new timeline. */
const longestStepMs = 3000
/** FLV's times have 31 bits; a run is replaced before (12 days). */
const longestRunMs = 2 ** 30

/**
 * The ladder of one broadcast: takes the source's samples, has one ffmpeg make the rungs, and gives them to renditions. An
 * encoder that dies or stands still is replaced by one that begins at the last key frame; what was sent before is left out of
 * its output, so that players see no gap. See docs/decisions/006-ladder.md.
 */
export class Ladder implements BroadcastOutput {
  readonly #hls: HlsStream
  readonly #streamId: string
  readonly #shared: Transcoding
  readonly #timer: NodeJS.Timeout
  readonly #recent = new RecentMedia()
  readonly #outputs = new Map<string, RungOutput>()
  /** Cores taken for each rung. */
  readonly #cores = new Map<string, number>()
  readonly #shed = new ShedRungs()
  #video: VideoConfig | undefined
  #audio: AudioConfig | undefined
  #run: TranscodeRun | undefined
  #runRungs: readonly Rung[] = []
  #runStartMs = 0
  #lastInMs: number | undefined
  #watch = new LagWatch(0)
  /** Decode time of each rung's newest sample in this run, be it one that a former run sent already. */
  #reachedMs = new Map<string, number>()
  #looks = 0
  #crashesAtMs: number[] = []
  #pauseMs = firstPauseMs
  #startAtMs = 0
  #isStopped = false

  constructor(hls: HlsStream, streamId: string, shared: Transcoding) {
    this.#hls = hls
    this.#streamId = streamId
    this.#shared = shared
    this.#timer = setInterval(() => this.#look(), lookIntervalMs)
  }

  config(config: TrackConfig): void {
    if (config.track === 'audio') {
      this.#audio = config
      for (const output of this.#outputs.values()) output.addSound(config)
      return
    }
    if (this.#video !== undefined) this.#beginAnew()
    this.#video = config
  }

  /** A sample of the source, after the source's own rendition took it. */
  sample(sample: Sample): void {
    if (this.#isStopped || this.#video === undefined) return
    if (sample.track === 'audio') {
      this.#recent.add(sample)
      for (const output of this.#outputs.values()) output.addSound(sample)
      return
    }
    const stepMs = this.#lastInMs === undefined ? 0 : sample.dtsMs - this.#lastInMs
    if (stepMs < 0 || stepMs > longestStepMs) this.#beginAnew()
    this.#lastInMs = sample.dtsMs
    this.#recent.add(sample)
    if (this.#run !== undefined) this.#run.feed(sample)
    else if (this.#hls.isReady && this.#shared.now() >= this.#startAtMs) this.#start()
  }

  /** The encoder went away; the rungs wait for it as the source does. */
  interrupt(): void {
    this.#beginAnew()
    this.#video = undefined
    this.#audio = undefined
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#endRun()
    for (const name of this.#cores.keys()) this.#giveBack(name)
    this.#recent.clear()
  }

  #beginAnew(): void {
    this.#endRun()
    this.#recent.clear()
    this.#lastInMs = undefined
    for (const output of this.#outputs.values()) output.reset()
  }

  #start(): void {
    const source = this.#video
    if (source === undefined) return
    if (!this.#shared.isReady && planRungs(source, this.#shared.heights).length > 0) {
      this.#shared.prepare()
      return
    }
    const rungs = this.#plan(source)
    for (const name of this.#outputs.keys()) if (!rungs.some((rung) => rung.name === name)) this.#remove(name)
    if (rungs.length === 0) {
      this.#startAtMs = this.#shared.now() + looksUntilReplan * lookIntervalMs
      return
    }
    const samples = this.#samplesToBeginWith()
    const [first] = samples
    if (first === undefined) return
    for (const { name } of rungs) if (!this.#outputs.has(name)) this.#add(name, samples)
    this.#watch = new LagWatch(first.dtsMs)
    this.#reachedMs = new Map()
    this.#runStartMs = first.dtsMs
    this.#runRungs = rungs
    const run = new TranscodeRun({
      source,
      rungs,
      first,
      onConfig: (rung, config) => this.#outputs.get(rung)?.pictureConfig(config),
      onSample: (rung, sample) => {
        this.#reachedMs.set(rung, sample.dtsMs)
        this.#outputs.get(rung)?.addPicture(sample)
      },
      onExit: (reason) => this.#crashed(reason),
    })
    this.#run = run
    for (const sample of samples.slice(1)) if (sample.track === 'video') run.feed(sample)
  }

  /** Where the last run stopped, if that is not too long ago to be made up for. */
  #samplesToBeginWith(): readonly Sample[] {
    const ends = [...this.#outputs.values()].flatMap(({ lastDtsMs }) => (lastDtsMs === undefined ? [] : [lastDtsMs]))
    if (ends.length === 0) return this.#recent.since(undefined)
    const samples = this.#recent.since(Math.min(...ends))
    if (samples.length > 0) return samples
    for (const name of this.#outputs.keys()) this.#remove(name)
    return this.#recent.since(undefined)
  }

  /** What the source allows, the machine holds and has not been shed. */
  #plan(source: VideoConfig): Rung[] {
    const nowMs = this.#shared.now()
    const possible = planRungs(source, this.#shared.heights)
    for (const name of this.#cores.keys()) if (!possible.some((rung) => rung.name === name)) this.#giveBack(name)
    return possible.filter((rung) => !this.#shed.isShed(rung.name, nowMs) && this.#admit(rung))
  }

  #admit(rung: Rung): boolean {
    if (this.#cores.has(rung.name)) return true
    const cores = this.#shared.admit(rung, this.#hls.info().frameRate ?? guessedFramesPerSecond)
    if (cores !== undefined) this.#cores.set(rung.name, cores)
    return cores !== undefined
  }

  #giveBack(name: string): void {
    this.#shared.giveBack(this.#cores.get(name) ?? 0)
    this.#cores.delete(name)
  }

  #add(name: string, samples: readonly Sample[]): void {
    const output = new RungOutput(this.#hls.addRendition(name))
    this.#outputs.set(name, output)
    if (this.#audio !== undefined) output.addSound(this.#audio)
    for (const sample of samples) if (sample.track === 'audio') output.addSound(sample)
  }

  #remove(name: string): void {
    this.#outputs.delete(name)
    this.#hls.removeRendition(name)
  }

  #look(): void {
    this.#looks += 1
    if (this.#run === undefined || this.#lastInMs === undefined) return
    const trouble = this.#watch.look(this.#lastInMs, this.#lastOutMs())
    if (trouble === 'stands still') {
      this.#endRun()
      this.#crashed('it stood still')
    } else if (trouble === 'falls behind') {
      this.#shedOne()
    } else if (this.#lastInMs - this.#runStartMs > longestRunMs || this.#canHaveMore()) {
      this.#replaceRun()
    }
  }

  /** How far all rungs of this run are. */
  #lastOutMs(): number {
    return Math.min(...this.#runRungs.map(({ name }) => this.#reachedMs.get(name) ?? this.#runStartMs))
  }

  #canHaveMore(): boolean {
    if (this.#looks % looksUntilReplan !== 0 || this.#video === undefined || !this.#watch.isKeepingUp) return false
    return this.#plan(this.#video).length > this.#runRungs.length
  }

  /** The one of least benefit goes; the others go on where they were. */
  #shedOne(): void {
    const rung = this.#runRungs.at(-1)
    if (rung === undefined) return
    this.#shared.log.warn({ streamId: this.#streamId, rung: rung.name }, 'transcoding falls behind: a rung is left out')
    this.#shed.add(rung.name, this.#shared.now())
    this.#giveBack(rung.name)
    this.#replaceRun()
  }

  #replaceRun(): void {
    this.#endRun()
    this.#start()
  }

  #endRun(): void {
    this.#run?.kill()
    this.#run = undefined
  }

  #crashed(reason: string): void {
    this.#run = undefined
    const nowMs = this.#shared.now()
    this.#crashesAtMs = [...this.#crashesAtMs.filter((atMs) => nowMs - atMs < 60_000), nowMs]
    const facts = { streamId: this.#streamId, reason }
    if (this.#crashesAtMs.length < maxCrashesPerMinute) {
      this.#shared.log.warn(facts, 'the encoder of the ladder ended; starting another one')
      this.#startAtMs = nowMs + restartDelayMs * (this.#crashesAtMs.length - 1)
      return
    }
    this.#shared.log.error({ ...facts, pauseMs: this.#pauseMs }, 'the ladder keeps crashing: left out for a while')
    for (const name of [...this.#outputs.keys()]) this.#remove(name)
    for (const name of [...this.#cores.keys()]) this.#giveBack(name)
    this.#startAtMs = nowMs + this.#pauseMs
    this.#pauseMs = Math.min(longestPauseMs, 2 * this.#pauseMs)
    this.#crashesAtMs = []
  }
}
