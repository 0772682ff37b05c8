import { isSilentAacFrame } from '@waggle/media/codecs/aac-silence'
import type { AudioConfig, MediaSink, Sample, TrackConfig, VideoConfig } from '@waggle/media/sample'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { Arrival } from './arrival.ts'
import { FrameCadence } from './frame-cadence.ts'
import { TrackRates } from './track-rates.ts'

/** A longer step of an encoder's clock is a gap; a step backwards is one as well. */
const gapMs = 1000
const silentAfterMs = 10_000

const codecNames = { avc: 'H.264', hevc: 'H.265', av1: 'AV1', aac: 'AAC', opus: 'Opus' } as const

/** Facts that the source rendition measures. */
export interface SourceFacts {
  keyIntervalMs: number | undefined
}

/** Measures the media of one encoder's connection as it arrives. */
export class EncoderMeter implements MediaSink {
  readonly #now: () => number
  readonly #source: () => SourceFacts
  #video: VideoConfig | undefined
  #audio: AudioConfig | undefined
  #lastMs: Partial<Record<Sample['track'], number>> = {}
  readonly #rates = { video: new TrackRates(), audio: new TrackRates() }
  readonly #cadence = new FrameCadence()
  readonly #arrival = new Arrival()
  #silentSinceMs: number | undefined
  #gaps = 0

  constructor(now: () => number, source: () => SourceFacts) {
    this.#now = now
    this.#source = source
  }

  config(config: TrackConfig): void {
    if (config.track === 'video') this.#video = config
    else this.#audio = config
  }

  sample(sample: Sample): void {
    const { track, dtsMs, data, key } = sample
    const lastMs = this.#lastMs[track]
    this.#lastMs[track] = dtsMs
    const isLead = track === 'video' || this.#lastMs.video === undefined
    if (lastMs !== undefined && (dtsMs < lastMs || dtsMs - lastMs > gapMs)) this.#startAfterGap(track, isLead)
    this.#rates[track].push(dtsMs, data.length, key)
    if (track === 'video') this.#cadence.push(dtsMs)
    if (isLead) this.#arrival.push(dtsMs, this.#now())
    if (track === 'audio' && this.#audio?.codec === 'aac') this.#detectSilence(sample)
  }

  read(): Pick<StreamHealth, 'video' | 'audio' | 'arrival'> {
    const { keyIntervalMs } = this.#source()
    const { video, audio } = this.#rates
    const { intervalMs, missingFrames } = this.#cadence.read()
    return {
      video:
        this.#video && this.#lastMs.video !== undefined
          ? {
              codec: codecNames[this.#video.codec],
              codecString: this.#video.codecString,
              width: this.#video.width,
              height: this.#video.height,
              framesPerSecond: video.framesPerSecond,
              bitsPerSecond: video.bitsPerSecond,
              keyIntervalMs: keyIntervalMs ?? null,
              intendedFramesPerSecond: intervalMs === undefined ? null : 1000 / intervalMs,
              missingFrames,
              repeatedShare: video.repeatedShare,
            }
          : null,
      audio:
        this.#audio && this.#lastMs.audio !== undefined
          ? {
              codec: codecNames[this.#audio.codec],
              codecString: this.#audio.codecString,
              sampleRateHz: this.#audio.sampleRateHz,
              channels: this.#audio.channels,
              bitsPerSecond: audio.bitsPerSecond,
              isSilent: this.#audio.codec === 'aac' ? this.#isSilent : null,
            }
          : null,
      arrival: this.arrival,
    }
  }

  get arrival(): StreamHealth['arrival'] {
    return { jitterMs: this.#arrival.jitterMs, lateMs: this.#arrival.lateMs, gaps: this.#gaps }
  }

  get #isSilent(): boolean {
    const { audio } = this.#lastMs
    return this.#silentSinceMs !== undefined && audio !== undefined && audio - this.#silentSinceMs >= silentAfterMs
  }

  #startAfterGap(track: Sample['track'], isLead: boolean): void {
    this.#rates[track].clear()
    if (track === 'video') this.#cadence.clear()
    if (track === 'audio') this.#silentSinceMs = undefined
    if (!isLead) return
    this.#gaps += 1
    this.#arrival.clear()
  }

  #detectSilence({ dtsMs, data }: Sample): void {
    if (!isSilentAacFrame(data)) this.#silentSinceMs = undefined
    else this.#silentSinceMs ??= dtsMs
  }
}
