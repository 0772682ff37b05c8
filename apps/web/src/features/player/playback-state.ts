import type { Quality } from './quality.ts'

export interface PlaybackState {
  status: 'loading' | 'ready' | 'ended' | 'error'
  /** The sentence of the 'error' status. */
  error: string | null
  /** The network has failed several times in a row and is being tried again. */
  isNetworkFailing: boolean
  qualities: readonly Quality[]
  /** An index of `qualities`' own, or -1 for the automatic choice. */
  selectedQuality: number
  playingQuality: number
  /** Behind the moment of encoding, as far as the player can know; null when it cannot. */
  latencySeconds: number | null
}

/** What an engine can do once it runs. */
export interface PlaybackEngine {
  selectQuality(index: number): void
  goToLive(): void
  close(): void
}
