import { limits } from '@waggle/contract/limits'
import type { HlsConfig } from 'hls.js'
import { atServer } from '../../../../lib/server-addresses.ts'
import { leastLatencySeconds, maxLatencySeconds } from './pacing/target-latency.ts'

export type PlaylistLoader = NonNullable<HlsConfig['pLoader']>
type FragmentLoader = NonNullable<HlsConfig['fLoader']>

interface Loaders {
  workerPath: string
  keyLoader: HlsConfig['loader']
  /** The loader of hls.js, for segments and, unless there is another, playlists. */
  mediaLoader: HlsConfig['loader']
  playlistLoader?: PlaylistLoader
}

/** For 2 s segments in parts of 333 ms. The distance to the live edge is kept by pacing/, not by hls.js. */
export function hlsConfig(loaders: Loaders): Partial<HlsConfig> {
  return {
    ...commonConfig(loaders),
    lowLatencyMode: true,
    // back-buffer.ts trims it instead.
    backBufferLength: Number.POSITIVE_INFINITY,
    // hls.js leaves the playback rate alone.
    maxLiveSyncPlaybackRate: 1,
    liveSyncDuration: leastLatencySeconds,
    liveMaxLatencyDuration: maxLatencySeconds,
    // After seeking back, loading continues up to the live edge. Otherwise the media in between would leave the playlist unloaded.
    maxBufferLength: limits.playerBackBufferSeconds,
    liveSyncOnStallIncrease: 0,
  }
}

/** For a recording, from this time on, or where its playlist says. */
export function recordedConfig({
  startSeconds = -1,
  ...loaders
}: Loaders & { startSeconds?: number | undefined }): Partial<HlsConfig> {
  return {
    ...commonConfig(loaders),
    startPosition: startSeconds,
    backBufferLength: limits.playerBackBufferSeconds,
  }
}

function commonConfig({
  workerPath,
  keyLoader,
  mediaLoader,
  playlistLoader = mediaLoader as unknown as PlaylistLoader,
}: Loaders): Partial<HlsConfig> {
  return {
    loader: keyLoader,
    pLoader: playlistLoader,
    fLoader: mediaLoader as unknown as FragmentLoader,
    enableWorker: true,
    workerPath,
    // There are no captions, and with these on hls.js creates text tracks for every stream.
    enableWebVTT: false,
    enableCEA708Captions: false,
  }
}

/** The master playlist of what is recorded of a broadcast. */
export function recordingAddress(streamId: string): string {
  return atServer(`/recordings/${encodeURIComponent(streamId)}/master.m3u8`)
}

/** Pictures are so far apart, so more addresses would only load the same ones again. */
const pictureIntervalMs = 30_000

/** The address of a picture of what was recorded about this time. */
export function recordedPictureAddress(streamId: string, atMs: number, token: string | undefined): string {
  const at = Math.ceil(atMs / pictureIntervalMs) * pictureIntervalMs
  const query = new URLSearchParams({ at: String(at), ...(token !== undefined && { token }) })
  return atServer(`/recordings/${encodeURIComponent(streamId)}/picture.jpg?${query}`)
}

export function masterPlaylistAddress(streamId: string): string {
  return atServer(`/live/${encodeURIComponent(streamId)}/master.m3u8`)
}
