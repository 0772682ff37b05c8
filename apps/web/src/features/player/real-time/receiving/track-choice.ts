import type { VideoTrackFacts } from '../messages.ts'

/** A rendition's name, which stays when its decoder configuration changes: a new one begins a new track, `source/2` after `source/1`. */
export function renditionOf(track: string): string {
  return track.slice(0, track.lastIndexOf('/'))
}

/** A change of track takes this long to help. */
const settleMs = 3000
const firstRaiseAfterMs = 60_000
const longestRaiseAfterMs = 16 * 60_000

/**
 * Which video track is played. In the automatic choice that is the best one, until the network cannot carry it; later it is tried again,
 * each time after twice as long.
 */
export class TrackChoice {
  #selected: string | undefined
  /** How many tracks above the playing one are passed over. */
  #lowered = 0
  #raiseAfterMs = firstRaiseAfterMs
  #changedAtMs = 0

  /** The name of a track that the viewer wants; undefined for the automatic choice. */
  select(track: string | undefined): void {
    this.#selected = track && renditionOf(track)
    this.#lowered = 0
  }

  /** The track to play of these, the best first. */
  choose<Track extends VideoTrackFacts>(tracks: readonly Track[]): Track | undefined {
    const byBitrate = tracks.toSorted((a, b) => b.bitrate - a.bitrate)
    const wanted = tracks.find(({ name }) => renditionOf(name) === this.#selected)
    return wanted ?? byBitrate[Math.min(this.#lowered, byBitrate.length - 1)]
  }

  /** The network cannot carry the playing track. False where there is no other choice. */
  lower(tracks: readonly VideoTrackFacts[], nowMs: number): boolean {
    if (this.#selected !== undefined || this.#lowered >= tracks.length - 1) return false
    if (nowMs - this.#changedAtMs < settleMs) return false
    if (nowMs - this.#changedAtMs < this.#raiseAfterMs)
      this.#raiseAfterMs = Math.min(longestRaiseAfterMs, 2 * this.#raiseAfterMs)
    this.#lowered += 1
    this.#changedAtMs = nowMs
    return true
  }

  /** After a good while, the next better track is tried. True when the choice has changed. */
  raiseIfDue(nowMs: number): boolean {
    if (this.#lowered === 0 || nowMs - this.#changedAtMs < this.#raiseAfterMs) return false
    this.#lowered -= 1
    this.#changedAtMs = nowMs
    return true
  }
}
