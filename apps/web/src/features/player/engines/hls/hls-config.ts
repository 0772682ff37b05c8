import { limits } from '@waggle/contract/limits'
import type { HlsConfig } from 'hls.js'
import { atServer } from '../../../../lib/server-addresses.ts'

type PlaylistLoader = NonNullable<HlsConfig['pLoader']>
type FragmentLoader = NonNullable<HlsConfig['fLoader']>

export const targetLatencySeconds = 1.1

/**
 * From this delay on, hls.js jumps to the live edge. It catches up by playing faster only while the delay is below twice the target
 * plus a target duration (its latency-controller.ts): 4.2 s here. With a larger value, a viewer between the two would never catch up.
 */
export const maxLatencySeconds = 4

/** Tuned for a delay of about 1.7 s from camera to screen, with 2 s segments in parts of 333 ms. */
export function hlsConfig({
  workerPath,
  keyLoader,
  mediaLoader,
}: {
  workerPath: string
  keyLoader: HlsConfig['loader']
  /** The loader of hls.js, for playlists and segments. */
  mediaLoader: HlsConfig['loader']
}): Partial<HlsConfig> {
  return {
    loader: keyLoader,
    pLoader: mediaLoader as unknown as PlaylistLoader,
    fLoader: mediaLoader as unknown as FragmentLoader,
    lowLatencyMode: true,
    enableWorker: true,
    workerPath,
    // back-buffer.ts trims it instead.
    backBufferLength: Number.POSITIVE_INFINITY,
    // At the default of 1, hls.js never catches up with the live edge.
    maxLiveSyncPlaybackRate: 1.3,
    liveSyncDuration: targetLatencySeconds,
    liveMaxLatencyDuration: maxLatencySeconds,
    // After seeking back, loading continues up to the live edge. Otherwise the media in between would leave the playlist unloaded.
    maxBufferLength: limits.playerBackBufferSeconds,
    // Each stall adds this to the target latency for good; the default is a whole second.
    liveSyncOnStallIncrease: 0.33,
    // There are no captions, and with these on hls.js creates text tracks for every stream.
    enableWebVTT: false,
    enableCEA708Captions: false,
  }
}

export function masterPlaylistAddress(streamId: string): string {
  return atServer(`/live/${encodeURIComponent(streamId)}/master.m3u8`)
}
