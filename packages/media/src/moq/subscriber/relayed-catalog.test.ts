import { expect, it } from 'vitest'
import { readRenditions, renameTracks } from './relayed-catalog.ts'

const catalog = {
  video: {
    renditions: { 'source/3': { codec: 'avc1.64001e', codedWidth: 640, bitrate: 900_000, framerate: 30, jitter: 67 } },
    display: { width: 640, height: 360 },
  },
  audio: { renditions: { 'audio/1': { codec: 'mp4a.40.2', sampleRate: 48_000 } } },
  other: [1, 2],
}

it('knows what a decoder needs from what was measured', () => {
  expect(readRenditions(JSON.stringify(catalog))).toEqual([
    { kind: 'video', name: 'source/3', decoderConfig: '{"codec":"avc1.64001e","codedWidth":640}' },
    { kind: 'audio', name: 'audio/1', decoderConfig: '{"codec":"mp4a.40.2","sampleRate":48000}' },
  ])
})

it('changes nothing of a catalog but the names', () => {
  const renamed = JSON.parse(renameTracks(JSON.stringify(catalog), new Map([['source/3', 'source/1']])))
  expect(renamed).toEqual({
    ...catalog,
    video: { ...catalog.video, renditions: { 'source/1': catalog.video.renditions['source/3'] } },
  })
})

it.each(['', 'null', '7', '[]', '{"video"'])('takes %s for no catalog', (text) => {
  expect(readRenditions(text)).toBeUndefined()
})

it.each(['{}', '{"video":null}', '{"video":{"renditions":[]}}', '{"audio":"x","video":7}'])(
  'finds no renditions in %s',
  (text) => {
    expect(readRenditions(text)).toEqual([])
    expect(() => renameTracks(text, new Map())).not.toThrow()
  },
)

it('takes a rendition without properties as it is', () => {
  expect(readRenditions('{"video":{"renditions":{"source/1":null}}}')).toEqual([
    { kind: 'video', name: 'source/1', decoderConfig: '{}' },
  ])
})
