import type { ArrivalOffsets } from './arrival-offsets.ts'
import { paceOf, type TrackDemand, wantedOffsetMs } from './pacing.ts'
import { PlayoutClock } from './playout-clock.ts'

/** Playback goes on once so much has arrived. */
const resumeMs = 60
/** Sound that has ended so long before the newest picture that has arrived has paused, or is over: pictures do not wait for it. */
const goneMs = 500
/** At first, the playback jumps to where it should be: nobody is listening yet, and what was sent before the join is still coming. */
const joinMs = 1000
const joinToleranceMs = 30
/** Pictures are drawn at the next refresh of the screen. */
const pictureLeadMs = 10
const soundSpareMs = 10
const longestGapMs = 2000

interface PlayoutTrack {
  offsets: ArrivalOffsets
  /** The end of what can be seen or heard. */
  readyUntilMs: number | undefined
}

/**
 * Decides what moment of the broadcast is seen and heard. It stays as close to the broadcast as arrival allows, holds the playback when
 * nothing is left, and comes back from a distance by playing a little faster, or by a jump when it is far.
 */
export class Playout {
  readonly clock = new PlayoutClock()
  readonly #video: PlayoutTrack
  /** Few pictures are decoded before their time, so this may be much later than the last one that is ready. */
  #pictureArrivedMs = Number.NEGATIVE_INFINITY
  #sound: PlayoutTrack | undefined
  #soundLeadMs = 0
  #startedAtMs: number | undefined
  #heldAtMs: number | undefined
  /** The longest step between pictures: a broadcast may have one picture a second. */
  #pictureGapMs = 0

  constructor(video: ArrivalOffsets) {
    this.#video = { offsets: video, readyUntilMs: undefined }
  }

  /** Undefined where the broadcast has no sound. */
  setSound(offsets: ArrivalOffsets | undefined): void {
    if (offsets === this.#sound?.offsets) return
    this.#sound = offsets && { offsets, readyUntilMs: undefined }
  }

  /** How long before it is heard the worklet needs the sound. */
  setSoundLead(leadMs: number): void {
    this.#soundLeadMs = leadMs
  }

  /** Nothing is left to show. */
  get isHeld(): boolean {
    return this.#heldAtMs !== undefined
  }

  /** When changes of the clock take effect: what is heard until then has left already. */
  effectiveAt(nowMs: number): number {
    return nowMs + this.#soundLeadMs
  }

  /** A picture has arrived, and waits to be decoded. */
  pictureArrived(timestampMs: number): void {
    this.#pictureArrivedMs = Math.max(this.#pictureArrivedMs, timestampMs)
  }

  pictureReady(timestampMs: number): void {
    const { readyUntilMs = timestampMs } = this.#video
    const gapMs = Math.min(longestGapMs, timestampMs - readyUntilMs)
    this.#pictureGapMs = Math.max(gapMs, this.#pictureGapMs * 0.99)
    this.#video.readyUntilMs = Math.max(readyUntilMs, timestampMs)
  }

  soundReady(endMs: number): void {
    if (this.#sound === undefined) return
    // What arrived before it was gone may have been from another timeline.
    if (this.#isSoundGone()) this.#sound.offsets.restart()
    this.#sound.readyUntilMs = Math.max(this.#sound.readyUntilMs ?? endMs, endMs)
  }

  /** Media that has arrived and is neither seen nor heard yet. */
  bufferedMs(nowMs: number): number {
    const positionMs = this.clock.mediaAt(nowMs)
    const ends = [this.#video, this.#sound].map((track) => track?.readyUntilMs).filter((end) => end !== undefined)
    return positionMs === undefined || ends.length === 0 ? 0 : Math.max(0, Math.min(...ends) - positionMs)
  }

  /** How far what is seen is behind what could be seen with the fastest frames and no buffer, now and as wanted. */
  delay(nowMs: number): { delayMs: number; targetMs: number } | undefined {
    const positionMs = this.clock.mediaAt(nowMs)
    const wanted = wantedOffsetMs(this.#demands(nowMs))
    const ranges = this.#demands(nowMs).map(({ fastestMs }) => fastestMs)
    if (positionMs === undefined || wanted === undefined) return undefined
    const fastestMs = Math.min(...ranges)
    return { delayMs: nowMs - positionMs - fastestMs, targetMs: wanted - fastestMs }
  }

  /** Called often, and after every arrival while the playback is held. */
  update(nowMs: number): void {
    const wanted = wantedOffsetMs(this.#demands(nowMs))
    if (wanted === undefined) return
    this.#startedAtMs ??= nowMs
    const positionMs = this.clock.mediaAt(nowMs)
    if (positionMs === undefined) {
      this.#jumpTo(wanted, nowMs)
      return
    }
    const behindMs = nowMs - positionMs - wanted
    const isJoining = nowMs - this.#startedAtMs < joinMs
    if (isJoining && Math.abs(behindMs) > joinToleranceMs) this.#jumpTo(wanted, nowMs)
    else if (this.isHeld) this.#resumeIfReady(behindMs, wanted, nowMs)
    else if (!isJoining && this.#isDry(nowMs)) this.#hold(nowMs)
    else if (!isJoining) this.#pace(behindMs, wanted, nowMs)
  }

  /** Starts anew with the next media: what comes has nothing to do with what was. */
  restart(): void {
    this.#video.offsets.restart()
    this.#sound?.offsets.restart()
    this.#startedAtMs = undefined
  }

  #pace(behindMs: number, wanted: number, nowMs: number): void {
    const pace = paceOf(behindMs, this.clock.rate)
    if (pace.do === 'skip') this.#jumpTo(wanted, nowMs)
    else this.clock.setRate(pace.rate, this.effectiveAt(nowMs))
  }

  #jumpTo(wanted: number, nowMs: number): void {
    this.#heldAtMs = undefined
    const atMs = this.effectiveAt(nowMs)
    this.clock.jump(atMs - wanted, atMs)
  }

  #hold(nowMs: number): void {
    this.#heldAtMs = nowMs
    this.clock.setRate(0, this.effectiveAt(nowMs))
  }

  #resumeIfReady(behindMs: number, wanted: number, nowMs: number): void {
    const positionMs = this.clock.mediaAt(nowMs) ?? 0
    if (this.#aheadMs(positionMs) < resumeMs) return
    for (const track of [this.#video, this.#sound]) track?.offsets.wereMissed(this.#heldAtMs ?? nowMs)
    this.#heldAtMs = undefined
    const pace = paceOf(behindMs, 1)
    if (pace.do === 'skip') this.#jumpTo(wanted, nowMs)
    else this.clock.setRate(pace.rate, this.effectiveAt(nowMs))
  }

  /** Sound that is missing is heard at once. A picture simply stays until the next one, so without sound the usual step may pass. */
  #isDry(nowMs: number): boolean {
    const positionMs = this.clock.mediaAt(this.effectiveAt(nowMs))
    return positionMs !== undefined && this.#aheadMs(positionMs) <= 0
  }

  /** How much is left to play from a position. */
  #aheadMs(positionMs: number): number {
    const soundMs = aheadOf(this.#sound, positionMs)
    const videoMs = aheadOf(this.#video, positionMs)
    if (soundMs !== undefined && (soundMs > 0 || !this.#isSoundGone())) return soundMs
    return videoMs === undefined ? Number.POSITIVE_INFINITY : videoMs + 1.5 * this.#pictureGapMs
  }

  #isSoundGone(): boolean {
    return this.#pictureArrivedMs - (this.#sound?.readyUntilMs ?? Number.POSITIVE_INFINITY) > goneMs
  }

  #demands(nowMs: number): TrackDemand[] {
    const video = this.#video.offsets.range(nowMs)
    const sound = this.#isSoundGone() ? undefined : this.#sound?.offsets.range(nowMs)
    return [
      ...(video ? [{ ...video, leadMs: pictureLeadMs }] : []),
      ...(sound ? [{ ...sound, leadMs: this.#soundLeadMs + soundSpareMs }] : []),
    ]
  }
}

function aheadOf(track: PlayoutTrack | undefined, positionMs: number): number | undefined {
  return track?.readyUntilMs === undefined ? undefined : track.readyUntilMs - positionMs
}
