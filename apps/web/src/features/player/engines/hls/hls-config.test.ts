import Hls from 'hls.js'
import { expect, test } from 'vitest'
import { hlsConfig, masterPlaylistAddress } from './hls-config.ts'

test('keys are loaded by our own loader, playlists and segments by that of hls.js', () => {
  const mediaLoader = Hls.DefaultConfig.loader
  const keyLoader = class extends mediaLoader {}
  const config = hlsConfig({ workerPath: '/worker.js', keyLoader, mediaLoader })
  expect(config).toMatchObject({ loader: keyLoader, pLoader: mediaLoader, fLoader: mediaLoader })
})

test('[PLAYER-1] the master playlist is at /live/{streamId}/master.m3u8', () => {
  const id = 'k3f9x2m7q1w8e5r4t6y0'
  expect(masterPlaylistAddress(id)).toBe(`/live/${id}/master.m3u8`)
})
