import type { PlaceInLine } from '../keys/waiting-line.ts'
import type { DelayMode, ModeReason } from './modes/delay-mode.ts'
import type { EngineHealth } from './playback-health.ts'
import type { Quality } from './quality.ts'
import type { SeekRange } from './seeking/seek-range.ts'

export interface PlaybackState {
  status: 'loading' | 'ready' | 'ended' | 'error'
  /** The sentence shown while the status is 'error'. */
  error: string | null
  /** While the status is 'error': whether another attempt may succeed. */
  isRetryUseful: boolean
  /** Requests have failed several times in a row and are being retried. */
  isNetworkFailing: boolean
  qualities: readonly Quality[]
  /** The `index` of one of `qualities`, or -1 for the automatic choice. */
  selectedQuality: number
  playingQuality: number
  /** How far the picture is behind the moment of encoding; null when the engine cannot tell. */
  latencySeconds: number | null
  /** What can be sought in: the last of a live broadcast, counted from the live edge, or a recording, counted from its beginning. */
  timeline: 'live' | 'recording'
  /** False while the viewer watches an earlier part: then nothing pulls the picture to the live edge. */
  isFollowingLive: boolean
  /** The engine has nothing to show. Elements whose source is a stream do not say so themselves. */
  isStarved: boolean
  /** The browser lets the picture play and not the sound, until the visitor does something. */
  isSoundBlocked: boolean
  /** What the viewer wants. Undefined where there is no choice. */
  chosenMode: DelayMode | undefined
  /** Where a new viewer stands in line; null for everybody else. */
  placeInLine: PlaceInLine | null
  /** What the site does to keep to its budget, as keys say; null when nothing. */
  savingStep: string | null
  /** The element's source is being exchanged: what the element says of itself means nothing. */
  isSwitching: boolean
}

/** The distance to the live edge that an engine keeps, and why. */
export interface TargetLatency {
  seconds: number
  /** Too little has arrived to tell; it arrives steadily; it arrives late at times; playback has stalled lately. */
  reason: 'measuring' | 'steady' | 'uneven' | 'stalled'
}

/** Figures for the statistics; null where the engine cannot tell. */
export interface PlaybackMeasure {
  codecs: string | null
  bitsPerSecond: number | null
  bandwidthBitsPerSecond: number | null
  latencySeconds: number | null
  targetLatency: TargetLatency | null
  newestDownload: { tookMs: number; mediaMs: number } | null
  mode: DelayMode | 'recording'
  /** What the element does not know of a stream: null where it does. */
  stream: { bufferedSeconds: number; playbackRate: number; totalFrames: number; droppedFrames: number } | null
}

/** A running player's figures, and why it plays in this mode. */
export type ModeMeasure = PlaybackMeasure & { modeReason: ModeReason | null }

/** A running player of one broadcast. */
export interface PlaybackEngine {
  selectQuality(index: number): void
  /** Follows the live edge, and plays. */
  goToLive(): void
  /** Null while the viewer cannot seek. */
  seekRange(): SeekRange | null
  /** Shows the picture from so long before the live edge and stops following it; near the live edge, follows it again. */
  seekTo(behindSeconds: number): void
  /** When the picture was taken, milliseconds since 1970; undefined while that is not known. Absent where it follows from the delay. */
  shownMs?(): number | undefined
  /** When the picture was taken that is so far before the end of what can be sought. Absent where that follows from the present. */
  takenMs?(behindSeconds: number): number | undefined
  /** Where in a recording the picture of this moment is, in seconds. Absent of what is live; undefined before it is known. */
  positionOf?(atMs: number): number | undefined
  measure(): PlaybackMeasure
  health(): EngineHealth
  close(): void
}
