import type { Sample, TrackKind } from '../../sample.ts'

const clockJumpMs = 3000
const maxBytes = 64 * 1024 * 1024
const maxSamples = 20_000
/** How many audio frames are kept before the first picture. */
const maxAudioBeforeVideo = 400
/** How long to wait for audio. */
const audioPatienceMs = 1500
const audioOnlyAfterMs = 2000
const audioOnlyWithoutKeyAfterMs = 5000
const longestGopMs = 10_000
const shortestProbeMs = 980

/** The tracks and first samples of a period. */
export interface PeriodStart {
  hasVideo: boolean
  hasAudio: boolean
  samples: Sample[]
  /** Frames from key frame to key frame; undefined when no GOP is complete. */
  gopFrames: number | undefined
}

/** Collects the first samples of a period until its tracks are known and, for the first period of a playlist, the GOP length. */
export class StreamProbe {
  #samples: Sample[] = []
  #bytes = 0
  #lastMs: Partial<Record<TrackKind, number>> = {}
  #firstVideoMs: number | undefined
  #framesSinceKey = 0
  #longestGopFrames = 0

  push(sample: Sample): void {
    const last = this.#lastMs[sample.track]
    if (last !== undefined && Math.abs(sample.dtsMs - last) > clockJumpMs) this.#drop(sample.track)
    if (this.#samples.length >= maxSamples || this.#bytes + sample.data.length > maxBytes) this.clear()
    this.#lastMs[sample.track] = sample.dtsMs
    if (sample.track === 'video') {
      if (this.#firstVideoMs === undefined && !sample.key) return
      if (sample.key) {
        this.#longestGopFrames = Math.max(this.#longestGopFrames, this.#framesSinceKey)
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
   * Discards the video before the first key frame that `canStartAt` accepts. False when there is no such key frame, or fewer than
   * `minFrames` video frames from it on.
   */
  trimToKeyFrame(canStartAt: (dtsMs: number) => boolean, minFrames: number): boolean {
    const isVideo = (sample: Sample) => sample.track === 'video'
    const first = this.#samples.findIndex((sample) => isVideo(sample) && sample.key && canStartAt(sample.dtsMs))
    if (first < 0) return false
    this.#samples = this.#samples.filter((sample, index) => index >= first || !isVideo(sample))
    this.#bytes = this.#samples.reduce((sum, sample) => sum + sample.data.length, 0)
    this.#firstVideoMs = this.#samples.find(isVideo)?.dtsMs
    return this.#samples.filter(isVideo).length >= minFrames
  }

  clear(): void {
    this.#samples = []
    this.#bytes = 0
    this.#lastMs = {}
    this.#forgetVideo()
  }

  /** Removes and returns the samples once they suffice to start a period. With `isGopKnown` it does not wait for a complete GOP. */
  takeStart(isVideoExpected: boolean, isGopKnown: boolean): PeriodStart | undefined {
    const start = this.#start(isVideoExpected, isGopKnown)
    if (start !== undefined) this.clear()
    return start
  }

  #start(isVideoExpected: boolean, isGopKnown: boolean): PeriodStart | undefined {
    const samples = this.#samples
    if (this.#firstVideoMs === undefined) {
      const patienceMs = isVideoExpected ? audioOnlyWithoutKeyAfterMs : audioOnlyAfterMs
      const lengthMs = (samples.at(-1)?.dtsMs ?? 0) - (samples[0]?.dtsMs ?? 0)
      return lengthMs < patienceMs ? undefined : { hasVideo: false, hasAudio: true, samples, gopFrames: 1 }
    }
    const hasAudio = this.#lastMs.audio !== undefined
    const lengthMs = (this.#lastMs.video ?? 0) - this.#firstVideoMs
    if (!hasAudio && lengthMs < audioPatienceMs) return undefined
    const gopFrames = this.#longestGopFrames > 0 ? this.#longestGopFrames : undefined
    const hasProbed = (gopFrames !== undefined && lengthMs >= shortestProbeMs) || lengthMs >= longestGopMs
    if (!isGopKnown && !hasProbed) return undefined
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
    this.#longestGopFrames = 0
  }
}
