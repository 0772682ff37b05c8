import type { AudioConfig, Sample, TrackConfig, VideoConfig } from '@waggle/media/sample'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { BroadcastOutput } from '../broadcast/broadcast-output.ts'
import type { PlayableOutputs } from '../broadcast/playable-outputs.ts'
import { LagWatch } from './lag-watch.ts'
import { RecentMedia } from './recent-media.ts'
import { planRungs, type Rung } from './rung.ts'
import { RungOutput } from './rung-output.ts'
import { ShedRungs } from './shed-rungs.ts'
import { TranscodeRun } from './transcode-run.ts'
import type { Transcoding } from './transcoding.ts'

const checkIntervalMs = 500
/** How many checks pass before the ladder tries to add rungs. */
const checksUntilReplan = 20
/** After this many crashes within a minute, the rungs are removed for a while. */
const maxCrashesPerMinute = 5
const firstPauseMs = 60_000
const longestPauseMs = 600_000
const restartDelayMs = 100
const guessedFramesPerSecond = 30
/** A longer step of the source's clock, or a step backwards, begins a new timeline. */
const longestStepMs = 3000
/** FLV timestamps have 31 bits: a run is replaced before they overflow (after 12 days). */
const longestRunMs = 2 ** 30

/**
 * The ladder of one broadcast: feeds the source's samples to one ffmpeg that encodes all rungs, and feeds their samples to renditions.
 * An encoder that dies or stalls is replaced by one that begins at the last key frame. Frames that were already sent are skipped, so
 * players see no gap. See docs/decisions/006-ladder.md.
 */
export class Ladder implements BroadcastOutput {
  readonly #playable: PlayableOutputs
  readonly #streamId: string
  readonly #shared: Transcoding
  readonly #checks: PeriodicTask
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
  #lagWatch = new LagWatch(0)
  /** Decode time of each rung's newest sample in this run, including samples that a previous run already sent. */
  #reachedMs = new Map<string, number>()
  #checkCount = 0
  #crashesAtMs: number[] = []
  #pauseMs = firstPauseMs
  #startAtMs = 0
  #isStopped = false

  constructor(outputs: PlayableOutputs, streamId: string, shared: Transcoding) {
    this.#playable = outputs
    this.#streamId = streamId
    this.#shared = shared
    this.#checks = startPeriodicTask(() => this.#check(), {
      pauseMs: checkIntervalMs,
      onError: (error) => shared.log.error({ error, streamId }, 'could not check a ladder'),
    })
  }

  config(config: TrackConfig): void {
    if (config.track === 'audio') {
      this.#audio = config
      for (const output of this.#outputs.values()) output.addAudio(config)
      return
    }
    if (this.#video !== undefined) this.#resetTimeline()
    this.#video = config
  }

  /** Takes a sample of the source, after the source's own rendition has taken it. */
  sample(sample: Sample): void {
    if (this.#isStopped || this.#video === undefined) return
    if (sample.track === 'audio') {
      this.#recent.add(sample)
      for (const output of this.#outputs.values()) output.addAudio(sample)
      return
    }
    const stepMs = this.#lastInMs === undefined ? 0 : sample.dtsMs - this.#lastInMs
    if (stepMs < 0 || stepMs > longestStepMs) this.#resetTimeline()
    this.#lastInMs = sample.dtsMs
    this.#recent.add(sample)
    if (this.#run !== undefined) this.#run.feed(sample)
    else if (this.#playable.isReady && this.#shared.now() >= this.#startAtMs) this.#start()
  }

  /** How far what came out is behind what went in, in milliseconds of media. */
  get lagMs(): number {
    return this.#run === undefined || this.#lastInMs === undefined ? 0 : this.#lastInMs - this.#lastOutMs()
  }

  /** The rungs wait for the encoder, as the source does. */
  handleEncoderLoss(): void {
    this.#resetTimeline()
    this.#video = undefined
    this.#audio = undefined
  }

  stop(): void {
    this.#isStopped = true
    void this.#checks.close()
    this.#endRun()
    for (const name of this.#cores.keys()) this.#releaseCores(name)
    this.#recent.clear()
  }

  #resetTimeline(): void {
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
      this.#startAtMs = this.#shared.now() + checksUntilReplan * checkIntervalMs
      return
    }
    const samples = this.#firstSamples()
    const [first] = samples
    if (first === undefined) return
    for (const { name } of rungs) if (!this.#outputs.has(name)) this.#add(name, samples)
    this.#lagWatch = new LagWatch(first.dtsMs)
    this.#reachedMs = new Map()
    this.#runStartMs = first.dtsMs
    this.#runRungs = rungs
    const run = new TranscodeRun({
      ffmpeg: this.#shared.ffmpeg,
      source,
      rungs,
      first,
      onConfig: (rung, config) => this.#outputs.get(rung)?.setVideoConfig(config),
      onSample: (rung, sample) => {
        this.#reachedMs.set(rung, sample.dtsMs)
        this.#outputs.get(rung)?.addVideo(sample)
      },
      onExit: (reason) => this.#handleCrash(reason),
    })
    this.#run = run
    for (const sample of samples.slice(1)) if (sample.track === 'video') run.feed(sample)
  }

  /** From where the last run stopped, if those samples are still kept; else from the first key frame kept, with new renditions. */
  #firstSamples(): readonly Sample[] {
    const ends = [...this.#outputs.values()].flatMap(({ lastDtsMs }) => (lastDtsMs === undefined ? [] : [lastDtsMs]))
    if (ends.length === 0) return this.#recent.since(undefined)
    const samples = this.#recent.since(Math.min(...ends))
    if (samples.length > 0) return samples
    for (const name of this.#outputs.keys()) this.#remove(name)
    return this.#recent.since(undefined)
  }

  /** The rungs that the source allows, the machine has cores for and that are not shed. */
  #plan(source: VideoConfig): Rung[] {
    const nowMs = this.#shared.now()
    const possible = planRungs(source, this.#shared.heights)
    for (const name of this.#cores.keys()) if (!possible.some((rung) => rung.name === name)) this.#releaseCores(name)
    return possible.filter((rung) => !this.#shed.isShed(rung.name, nowMs) && this.#admit(rung))
  }

  #admit(rung: Rung): boolean {
    if (this.#cores.has(rung.name)) return true
    const cores = this.#shared.admit(rung, this.#playable.info().frameRate ?? guessedFramesPerSecond)
    if (cores !== undefined) this.#cores.set(rung.name, cores)
    return cores !== undefined
  }

  #releaseCores(name: string): void {
    this.#shared.releaseCores(this.#cores.get(name) ?? 0)
    this.#cores.delete(name)
  }

  #add(name: string, samples: readonly Sample[]): void {
    const output = new RungOutput(this.#playable.addRendition(name))
    this.#outputs.set(name, output)
    if (this.#audio !== undefined) output.addAudio(this.#audio)
    for (const sample of samples) if (sample.track === 'audio') output.addAudio(sample)
  }

  #remove(name: string): void {
    this.#outputs.delete(name)
    this.#playable.removeRendition(name)
  }

  #check(): void {
    this.#checkCount += 1
    if (this.#run === undefined || this.#lastInMs === undefined) return
    const problem = this.#lagWatch.check(this.#lastInMs, this.#lastOutMs())
    if (problem === 'stalled') {
      this.#endRun()
      this.#handleCrash('it stalled')
    } else if (problem === 'falling behind') {
      this.#shedOne()
    } else if (this.#lastInMs - this.#runStartMs > longestRunMs || this.#canAddRungs()) {
      this.#replaceRun()
    }
  }

  /** The decode time that all rungs of this run have reached. */
  #lastOutMs(): number {
    return Math.min(...this.#runRungs.map(({ name }) => this.#reachedMs.get(name) ?? this.#runStartMs))
  }

  #canAddRungs(): boolean {
    if (this.#checkCount % checksUntilReplan !== 0 || this.#video === undefined || !this.#lagWatch.isKeepingUp)
      return false
    return this.#plan(this.#video).length > this.#runRungs.length
  }

  /** Removes the rung of least benefit; the others continue where they were. */
  #shedOne(): void {
    const rung = this.#runRungs.at(-1)
    if (rung === undefined) return
    this.#shared.log.warn(
      { streamId: this.#streamId, rung: rung.name },
      'transcoding is falling behind: a rung is removed for a while',
    )
    this.#shed.add(rung.name, this.#shared.now())
    this.#releaseCores(rung.name)
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

  #handleCrash(reason: string): void {
    this.#run = undefined
    const nowMs = this.#shared.now()
    this.#crashesAtMs = [...this.#crashesAtMs.filter((atMs) => nowMs - atMs < 60_000), nowMs]
    const facts = { streamId: this.#streamId, reason }
    if (this.#crashesAtMs.length < maxCrashesPerMinute) {
      this.#shared.log.warn(facts, 'the encoder of the ladder ended; starting a new one')
      this.#startAtMs = nowMs + restartDelayMs * (this.#crashesAtMs.length - 1)
      return
    }
    this.#shared.log.error(
      { ...facts, pauseMs: this.#pauseMs },
      'the ladder keeps crashing: it is switched off for a while',
    )
    for (const name of [...this.#outputs.keys()]) this.#remove(name)
    for (const name of [...this.#cores.keys()]) this.#releaseCores(name)
    this.#startAtMs = nowMs + this.#pauseMs
    this.#pauseMs = Math.min(longestPauseMs, 2 * this.#pauseMs)
    this.#crashesAtMs = []
  }
}
