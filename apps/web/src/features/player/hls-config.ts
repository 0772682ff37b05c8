import { limits } from '@waggle/contract/limits'
import type { HlsConfig } from 'hls.js'

export const targetLatencySeconds = 1.1

/**
 * hls.js closes a gap to the live edge by playing faster only while the delay is below twice the target and a target duration (its
 * latency-controller.ts): 4.2 s here. From this delay on it jumps; a larger value would leave viewers between the two for good.
 */
export const maxLatencySeconds = 4

/**
 * Tuned for about 1.7 s from camera to screen with 2 s segments in parts of 333 ms.
 * `tokenOf` gives the current HLS token; a key that is wanted before there is one waits for it.
 */
export function hlsConfig(workerPath: string, tokenOf: () => Promise<string | undefined>): Partial<HlsConfig> {
  return {
    lowLatencyMode: true,
    enableWorker: true,
    workerPath,
    backBufferLength: limits.playerBackBufferSeconds,
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
    async xhrSetup(xhr, address) {
      if (!isKeyAddress(address, location.href)) return
      const token = await tokenOf()
      if (token !== undefined) xhr.open('GET', keyAddress(address, token, location.href), true)
    },
  }
}

/**
 * Whether a request is one for a key, to which the token belongs. Playlists and segments stay the same for all viewers, so that a
 * cache can serve them. A token never goes to another origin.
 */
export function isKeyAddress(address: string, pageAddress: string): boolean {
  const { origin, pathname } = new URL(address, pageAddress)
  return origin === new URL(pageAddress).origin && pathname.startsWith('/api/hls/key/')
}

export function keyAddress(address: string, token: string, pageAddress: string): string {
  const url = new URL(address, pageAddress)
  url.searchParams.set('token', token)
  return url.href
}

export function masterPlaylistPath(streamId: string): string {
  return `/live/${encodeURIComponent(streamId)}/master.m3u8`
}
