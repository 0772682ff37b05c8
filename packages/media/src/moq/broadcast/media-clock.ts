import type { Sample, TrackKind } from '../../sample.ts'

/** A longer step of a track's time, forwards or backwards, begins a new timeline; tracks further apart have unrelated clocks. */
const maxStepMs = 3000

interface TrackTime {
  /** From the sender's clock to the broadcast's. */
  offsetMs: number
  lastDtsMs: number
}

/**
 * The timeline of a broadcast: the wall clock when the first sample arrived, continued by the sender's clock. It never goes back, however
 * often the encoder reconnects or its clock jumps. Times are milliseconds since 1970.
 */
export class MediaClock {
  readonly #now: () => number
  #times: Partial<Record<TrackKind, TrackTime>> = {}
  #latestMs = Number.NEGATIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Offset in milliseconds from the sender's clock to the timeline, for this sample of the source. */
  offsetMs({ track, dtsMs, ptsMs }: Sample): number {
    const own = this.#times[track]
    const time = own && isNear(own.lastDtsMs, dtsMs, maxStepMs) ? own : this.#begin(track, dtsMs)
    time.lastDtsMs = dtsMs
    if (ptsMs + time.offsetMs > this.#latestMs) this.#latestMs = ptsMs + time.offsetMs
    return time.offsetMs
  }

  /** The same for a sample that was made from the source's video; undefined when the source has left its timeline. */
  videoOffsetMs(dtsMs: number): number | undefined {
    const video = this.#times.video
    return video && isNear(video.lastDtsMs, dtsMs, 2 * maxStepMs) ? video.offsetMs : undefined
  }

  /** The encoder is gone. The media that follows has its own clock. */
  interrupt(): void {
    this.#times = {}
  }

  /** Begins a timeline of the track: that of the other track where their clocks agree, else a new one. */
  #begin(track: TrackKind, dtsMs: number): TrackTime {
    const other = this.#times[track === 'video' ? 'audio' : 'video']
    const isShared = other !== undefined && isNear(other.lastDtsMs, dtsMs, maxStepMs)
    const offsetMs = isShared ? other.offsetMs : Math.max(this.#now(), this.#latestMs) - dtsMs
    const time = { offsetMs, lastDtsMs: dtsMs }
    this.#times[track] = time
    return time
  }
}

function isNear(a: number, b: number, maxMs: number): boolean {
  return Math.abs(a - b) <= maxMs
}
