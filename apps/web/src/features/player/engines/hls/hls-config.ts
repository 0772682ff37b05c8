import { limits } from '@waggle/contract/limits'
import type { HlsConfig } from 'hls.js'

type PlaylistLoader = NonNullable<HlsConfig['pLoader']>
type FragmentLoader = NonNullable<HlsConfig['fLoader']>

export const targetLatencySeconds = 1.1

/**
 * hls.js closes a gap to the live edge by playing faster only while the delay is below twice the target and a target duration (its
 * latency-controller.ts): 4.2 s here. From this delay on it jumps; a larger value would leave viewers between the two for good.
 */
export const maxLatencySeconds = 4

/** Tuned for about 1.7 s from camera to screen with 2 s segments in parts of 333 ms. */
export function hlsConfig({
  workerPath,
  keyLoader,
  mediaLoader,
}: {
  workerPath: string
  keyLoader: HlsConfig['loader']
  /** For playlists and segments: hls.js's own. */
  mediaLoader: HlsConfig['loader']
}): Partial<HlsConfig> {
  return {
    loader: keyLoader,
    pLoader: mediaLoader as unknown as PlaylistLoader,
    fLoader: mediaLoader as unknown as FragmentLoader,
    lowLatencyMode: true,
    enableWorker: true,
    workerPath,
    // back-buffer.ts keeps it.
    backBufferLength: Number.POSITIVE_INFINITY,
    // hls.js only closes the gap to the live edge when it may play faster.
    maxLiveSyncPlaybackRate: 1.3,
    liveSyncDuration: targetLatencySeconds,
    liveMaxLatencyDuration: maxLatencySeconds,
    // Who looks back keeps loading at the live edge, or what lies between would leave the playlist unloaded.
    maxBufferLength: limits.playerBackBufferSeconds,
    // Every stall makes hls.js stay further behind, for good: a third of a second instead of a whole one.
    liveSyncOnStallIncrease: 0.33,
    // Captions are not offered; without this hls.js makes text tracks for every stream.
    enableWebVTT: false,
    enableCEA708Captions: false,
  }
}

export function masterPlaylistPath(streamId: string): string {
  return `/live/${encodeURIComponent(streamId)}/master.m3u8`
}
