import { pictureTime } from '../picture-time.ts'

/** Where in a recording its moments are. Moments are milliseconds since 1970, positions seconds from its beginning. */
export interface RecordingClock {
  positionOf(atMs: number): number
  /** Undefined after the end. */
  momentOf(seconds: number): number | undefined
  shownMs(): number
  /** Shows the picture of this moment. */
  show(atMs: number): void
}

/** By the player of this page; before that knows, as if nothing were left out of the recording. */
export function recordingClock({ startedAt, endedAt }: { startedAt: number; endedAt: number }): RecordingClock {
  // What the player knows is not rounded as what the server knows.
  const within = (atMs: number) => Math.min(endedAt, Math.max(startedAt, Math.ceil(atMs)))
  const lengthSeconds = () => pictureTime.player()?.seekRange()?.lengthSeconds
  const positionOf = (atMs: number) => pictureTime.player()?.positionOf(atMs) ?? (atMs - startedAt) / 1000
  return {
    positionOf,
    momentOf(seconds) {
      const length = lengthSeconds() ?? (endedAt - startedAt) / 1000
      if (seconds > length) return undefined
      return within(pictureTime.player()?.takenMs(length - seconds) ?? startedAt + seconds * 1000)
    },
    shownMs: () => within(pictureTime.shownMs() ?? startedAt),
    show(atMs) {
      const length = lengthSeconds()
      if (length !== undefined) pictureTime.player()?.seekTo(Math.max(0, length - positionOf(atMs)))
    },
  }
}
