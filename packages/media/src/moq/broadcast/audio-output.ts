import { ticksPerMs } from '../../fmp4/track.ts'
import { AudioClock } from '../../hls/cut/audio-clock.ts'
import { isPlausible, isSameConfig, isUsable } from '../../hls/rendition/media-validation.ts'
import type { AudioConfig, Sample } from '../../sample.ts'
import { Track } from '../tracks/track.ts'
import type { CatalogTrack } from './hang-catalog.ts'
import { trackInfos } from './track-infos.ts'

/** About a quarter of a second. A group costs the viewer a stream. */
const framesPerGroup = 12

interface AudioOptions {
  /** Offset in milliseconds from the sender's clock to the broadcast's timeline. */
  offsetMs(sample: Sample): number
  onChange(track: Track): void
  onCatalogChange(): void
}

interface Current {
  config: AudioConfig
  track: Track
  frames: number
}

/** The audio of a broadcast as a track. A new decoder configuration begins a new track. */
export class AudioOutput {
  readonly #options: AudioOptions
  #current: Current | undefined
  #nextConfig: AudioConfig | undefined
  #trackCount = 0
  /** Gives the frames of one timeline exact times. */
  #timeline: { clock: AudioClock; startMs: number; offsetMs: number } | undefined

  constructor(options: AudioOptions) {
    this.#options = options
  }

  get catalogTrack(): CatalogTrack | undefined {
    const { config, track } = this.#current ?? {}
    return config && track && { kind: 'audio', name: track.name, config }
  }

  get track(): Track | undefined {
    return this.#current?.track
  }

  config(config: AudioConfig): void {
    if (isUsable(config)) this.#nextConfig = config
  }

  sample(sample: Sample): void {
    if (!isPlausible(sample)) return
    const offsetMs = this.#options.offsetMs(sample)
    this.#applyConfig()
    if (this.#current === undefined) return
    const timestampUs = this.#timestampUs(this.#current.config, sample.dtsMs + offsetMs, offsetMs)
    if (timestampUs === undefined) return
    const { track, frames } = this.#current
    if (frames % framesPerGroup === 0) track.startGroup(timestampUs)
    track.add(timestampUs, sample.data)
    this.#current.frames += 1
  }

  interrupt(): void {
    this.#timeline = undefined
    this.#current?.track.completeGroup()
    if (this.#current) this.#current.frames = 0
  }

  end(): void {
    this.#current?.track.end()
    this.#current = undefined
    this.#options.onCatalogChange()
  }

  /** The sender's milliseconds cannot express 1024 samples at 44.1 kHz, and players would hear the difference. */
  #timestampUs({ sampleRateHz, samplesPerFrame }: AudioConfig, timeMs: number, offsetMs: number): number | undefined {
    if (this.#timeline?.offsetMs !== offsetMs) {
      this.#timeline = { clock: new AudioClock(sampleRateHz, samplesPerFrame), startMs: timeMs, offsetMs }
    }
    const { clock, startMs } = this.#timeline
    const start = clock.place((timeMs - startMs) * ticksPerMs)
    return start === undefined ? undefined : Math.round(startMs * 1000 + (start * 1_000_000) / sampleRateHz)
  }

  #applyConfig(): void {
    const config = this.#nextConfig
    this.#nextConfig = undefined
    if (config === undefined || (this.#current !== undefined && isSameConfig(this.#current.config, config))) return
    this.#current?.track.end()
    this.#trackCount += 1
    this.#timeline = undefined
    const track = new Track(`audio/${this.#trackCount}`, trackInfos.audio, this.#options.onChange)
    this.#current = { config, track, frames: 0 }
    this.#options.onCatalogChange()
  }
}
