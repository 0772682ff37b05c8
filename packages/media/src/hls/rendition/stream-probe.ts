import type { Sample, TrackKind } from '../../sample.ts'

const jumpMs = 3000
const maxBytes = 64 * 1024 * 1024
const maxSamples = 20_000
/** Sound kept while no picture has come, in frames. */
const maxAudioBeforeVideo = 400
/** A track that has brought nothing for so long is not waited for. */
const trackPatienceMs = 1500
const audioOnlyAfterMs = 2000
const audioOnlyWithoutKeyAfterMs = 5000
const longestGroupMs = 10_000
const shortestLearningMs = 980

/** What a stretch of media begins with. */
export interface Start {
  hasVideo: boolean
  hasAudio: boolean
  samples: Sample[]
  /** Frames between key frames; undefined when no group of pictures is complete. */
  gopFrames: number | undefined
}

/** Collects the first samples until it is known which tracks there are, and once per playlist how long a group of pictures is. */
export class StreamProbe {
  #samples: Sample[] = []
  #bytes = 0
  #lastMs: Partial<Record<TrackKind, number>> = {}
  #firstVideoMs: number | undefined
  #framesSinceKey = 0
  #longestGroup = 0

  push(sample: Sample): void {
    const last = this.#lastMs[sample.track]
    if (last !== undefined && Math.abs(sample.dtsMs - last) > jumpMs) this.#drop(sample.track)
    if (this.#samples.length >= maxSamples || this.#bytes + sample.data.length > maxBytes) this.clear()
    this.#lastMs[sample.track] = sample.dtsMs
    if (sample.track === 'video') {
      if (this.#firstVideoMs === undefined && !sample.key) return
      if (sample.key) {
        this.#longestGroup = Math.max(this.#longestGroup, this.#framesSinceKey)
        this.#framesSinceKey = 0
      }
      this.#framesSinceKey += 1
      this.#firstVideoMs ??= sample.dtsMs
    } else if (this.#firstVideoMs === undefined && this.#samples.length >= maxAudioBeforeVideo) {
      this.#bytes -= this.#samples.shift()?.data.length ?? 0
    }
    this.#samples.push(sample)
    this.#bytes += sample.data.length
  }

  /**
   * Forgets what came before the first key frame for which this holds. False when there is none, or when fewer than `frames`
   * have come since.
   */
  beginAt(holds: (dtsMs: number) => boolean, frames: number): boolean {
    const isVideo = (sample: Sample) => sample.track === 'video'
    const first = this.#samples.findIndex((sample) => isVideo(sample) && sample.key && holds(sample.dtsMs))
    if (first < 0) return false
    this.#samples = this.#samples.filter((sample, index) => index >= first || !isVideo(sample))
    this.#bytes = this.#samples.reduce((sum, sample) => sum + sample.data.length, 0)
    this.#firstVideoMs = this.#samples.find(isVideo)?.dtsMs
    return this.#samples.filter(isVideo).length >= frames
  }

  clear(): void {
    this.#samples = []
    this.#bytes = 0
    this.#lastMs = {}
    this.#forgetVideo()
  }

  /** The samples, when they suffice to begin with. `isRateKnown`: no group of pictures is to be waited for. */
  take(isVideoExpected: boolean, isRateKnown: boolean): Start | undefined {
    const start = this.#start(isVideoExpected, isRateKnown)
    if (start !== undefined) this.clear()
    return start
  }

  #start(isVideoExpected: boolean, isRateKnown: boolean): Start | undefined {
    const samples = this.#samples
    if (this.#firstVideoMs === undefined) {
      const patienceMs = isVideoExpected ? audioOnlyWithoutKeyAfterMs : audioOnlyAfterMs
      const lengthMs = (samples.at(-1)?.dtsMs ?? 0) - (samples[0]?.dtsMs ?? 0)
      return lengthMs < patienceMs ? undefined : { hasVideo: false, hasAudio: true, samples, gopFrames: 1 }
    }
    const hasAudio = this.#lastMs.audio !== undefined
    const lengthMs = (this.#lastMs.video ?? 0) - this.#firstVideoMs
    if (!hasAudio && lengthMs < trackPatienceMs) return undefined
    const gopFrames = this.#longestGroup > 0 ? this.#longestGroup : undefined
    const hasLearned = (gopFrames !== undefined && lengthMs >= shortestLearningMs) || lengthMs >= longestGroupMs
    if (!isRateKnown && !hasLearned) return undefined
    return { hasVideo: true, hasAudio, samples, gopFrames }
  }

  #drop(track: TrackKind): void {
    this.#samples = this.#samples.filter((sample) => sample.track !== track)
    this.#bytes = this.#samples.reduce((sum, sample) => sum + sample.data.length, 0)
    if (track === 'video') this.#forgetVideo()
  }

  #forgetVideo(): void {
    this.#firstVideoMs = undefined
    this.#framesSinceKey = 0
    this.#longestGroup = 0
  }
}
