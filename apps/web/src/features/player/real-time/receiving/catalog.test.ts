import { expect, it } from 'vitest'
import { readCatalog } from './catalog.ts'

const video = {
  codec: 'avc1.64001e',
  container: { kind: 'legacy' },
  description: '0164001e',
  codedWidth: 640,
  codedHeight: 360,
  framerate: 30,
  bitrate: 900_000,
}
const audio = { codec: 'mp4a.40.2', container: { kind: 'legacy' }, description: '1190', sampleRate: 48_000 }

it('reads what WebCodecs needs from a catalog', () => {
  const { videos, sound } = readCatalog(
    JSON.stringify({
      video: { renditions: { 'source/1': video, '360p/1': { ...video, description: undefined, bitrate: undefined } } },
      audio: { renditions: { 'audio/1': { ...audio, numberOfChannels: 2 } } },
    }),
  )
  expect(videos.map(({ name, bitrate }) => [name, bitrate])).toEqual([
    ['source/1', 900_000],
    ['360p/1', 0],
  ])
  expect(videos[0]?.config).toEqual({
    codec: 'avc1.64001e',
    codedWidth: 640,
    codedHeight: 360,
    description: Uint8Array.of(1, 0x64, 0, 0x1e),
    optimizeForLatency: true,
  })
  expect(videos[1]?.config).not.toHaveProperty('description')
  expect(sound?.config).toEqual({
    codec: 'mp4a.40.2',
    sampleRate: 48_000,
    numberOfChannels: 2,
    description: Uint8Array.of(0x11, 0x90),
  })
})

it('leaves out what it cannot use', () => {
  const renditions = { a: { ...video, container: { kind: 'cmaf' } }, b: { ...video, codec: 7 }, c: null }
  expect(readCatalog(JSON.stringify({ video: { renditions }, audio: { renditions: { audio } } }))).toEqual({
    videos: [],
    sound: undefined,
  })
  expect(readCatalog('[]')).toEqual({ videos: [], sound: undefined })
  expect(() => readCatalog('{')).toThrow(SyntaxError)
})
