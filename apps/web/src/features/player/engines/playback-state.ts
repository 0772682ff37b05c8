import type { HealthFacts } from './playback-health.ts'
import type { Quality } from './quality.ts'

export interface PlaybackState {
  status: 'loading' | 'ready' | 'ended' | 'error'
  /** The sentence of the 'error' status. */
  error: string | null
  /** Another attempt may go better than the one that ended in the 'error' status. */
  isRetryUseful: boolean
  /** The network has failed several times in a row and is being tried again. */
  isNetworkFailing: boolean
  qualities: readonly Quality[]
  /** An index of `qualities`' own, or -1 for the automatic choice. */
  selectedQuality: number
  playingQuality: number
  /** Behind the moment of encoding, as far as the player can know; null when it cannot. */
  latencySeconds: number | null
  /** False while the viewer looks at what has been: then nothing pulls the picture to the live edge. */
  isFollowingLive: boolean
}

/** Figures for the statistics; null where the engine cannot know. */
export interface PlaybackMeasure {
  codecs: string | null
  bitsPerSecond: number | null
  bandwidthBitsPerSecond: number | null
  latencySeconds: number | null
  targetLatencySeconds: number | null
  newestDownload: { tookMs: number; mediaMs: number } | null
}

/** What an engine can do once it runs. */
export interface PlaybackEngine {
  selectQuality(index: number): void
  goToLive(): void
  /** The viewer is about to move into what has been. */
  lookBack(): void
  measure(): PlaybackMeasure
  health(): HealthFacts
  close(): void
}
