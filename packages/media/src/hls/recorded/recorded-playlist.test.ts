import { parse, setOptions, type types } from 'hls-parser'
import { describe, expect, test } from 'vitest'
import { alignRenditions } from './align-renditions.ts'
import { recordedMaster, recordedPlaylist } from './recorded-playlist.ts'
import type { RecordedEntry, RecordedInit } from './recorded-rendition.ts'

const startedAtMs = Date.UTC(2026, 10, 22)

function init(rendition: string, video = 'avc1.64001f', rangeBy: 'address' | 'tag' = 'address'): RecordedInit {
  const uri = `../${rendition}-1.m4s`
  return { uri, offset: 100, length: 900, rangeBy, video, audio: 'mp4a.40.2', width: 1280, height: 720, frameRate: 30 }
}

/** Segments with these numbers, in one period. */
function entriesOf(rendition: string, sequences: readonly number[], period = init(rendition)): RecordedEntry[] {
  return sequences.map((sequence, index) => ({
    ...{
      uri: `../${rendition}-1.m4s`,
      offset: 1000 * sequence,
      length: 900,
      rangeBy: period.rangeBy,
      init: period,
      sequence,
    },
    ...{ isAfterDiscontinuity: index === 0, isIndependent: true, durationS: 2 },
    ...{ startedAtMs: startedAtMs + sequence * 2000, keyNumber: Math.floor(sequence / 15), iv: '00'.repeat(16) },
  }))
}

const range = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, index) => from + index)
const keyUri = (number: number) => `/api/hls/key/stream/${number}`
const view = { keyUri, token: undefined }

/** hls-parser reads the playlist strictly; returns its segments. */
function read(text: string): readonly types.Segment[] {
  setOptions({ strictMode: true, silent: true })
  const playlist = parse(text) as types.MediaPlaylist
  expect(playlist).toMatchObject({ playlistType: 'VOD', endlist: true, mediaSequenceBase: 0, targetDuration: 2 })
  return playlist.segments
}

describe('a playlist names every segment by its range, with its key', () => {
  function playlist(rangeBy: 'address' | 'tag', token?: string): string {
    const entries = entriesOf('source', range(1, 20), init('source', undefined, rangeBy))
    const recording = alignRenditions([{ name: 'source', entries }], 'source')
    const [rendition] = recording.renditions
    if (rendition === undefined) throw new Error('nothing')
    return recordedPlaylist(rendition, recording, { ...view, token })
  }

  test('by address, which our server answers', () => {
    const segments = read(playlist('address', 'abc'))
    expect(segments.map(({ uri }) => uri)).toEqual(
      range(1, 20).map((sequence) => `../source-1.m4s?bytes=${1000 * sequence}-${1000 * sequence + 899}`),
    )
    expect(segments.every(({ byterange }) => byterange === undefined)).toBe(true)
    expect(segments[0]?.map).toMatchObject({ uri: '../source-1.m4s?bytes=100-999' })
    expect(segments[16]?.key).toMatchObject({ method: 'AES-128', uri: '/api/hls/key/stream/1?token=abc' })
    expect(segments[0]?.programDateTime?.getTime()).toBe(startedAtMs + 2000)
  })

  test('by tag, which any store answers', () => {
    const segments = read(playlist('tag'))
    expect(segments.map(({ byterange }) => byterange?.offset)).toEqual(range(1, 20).map((sequence) => 1000 * sequence))
    expect(segments.every(({ byterange, uri }) => byterange?.length === 900 && uri === '../source-1.m4s')).toBe(true)
    expect(segments[0]?.map).toMatchObject({ uri: '../source-1.m4s', byterange: { offset: 100, length: 900 } })
  })
})

test('a rendition without some segments shows those of another; only those of the source are discontinuities, in all', () => {
  const source = entriesOf('source', [...range(1, 10), ...range(14, 30)])
  const low = entriesOf('low', [...range(3, 10), ...range(15, 25)])
  const recording = alignRenditions(
    [
      { name: 'low', entries: low },
      { name: 'source', entries: source },
    ],
    'source',
  )
  const texts = recording.renditions.map((rendition) => recordedPlaylist(rendition, recording, view))
  const [lowSegments = [], sourceSegments = []] = texts.map(read)
  expect(lowSegments.length).toBe(27)
  expect(lowSegments.map(({ uri }) => uri.slice(3, 6)).join(' ')).toBe(
    [...Array(2).fill('sou'), ...Array(8).fill('low'), 'sou', ...Array(11).fill('low'), ...Array(5).fill('sou')].join(
      ' ',
    ),
  )
  const breaks = (segments: readonly types.Segment[]) =>
    segments.flatMap(({ discontinuity }, index) => (discontinuity ? [index] : []))
  // The source lost three segments. RFC 8216bis section 4.4.4.3 demands no mark where tracks and timestamps run on.
  expect([breaks(sourceSegments), breaks(lowSegments)]).toEqual([[10], [10]])
  const maps = texts.map((text) => text.match(/#EXT-X-MAP/g)?.length)
  expect(maps).toEqual([5, 2])
  // Every segment has the initialisation segment of its own rendition.
  for (const segments of [lowSegments, sourceSegments]) {
    for (const { map, uri } of segments) expect(map?.uri.split('?')[0]).toBe(uri.split('?')[0])
  }
})

test('a rendition that would mostly show another one, or cannot be completed, is left out', () => {
  const hevc = init('source', 'hvc1.1.6.L93')
  const recording = alignRenditions(
    [
      { name: 'source', entries: entriesOf('source', range(1, 20), hevc) },
      { name: 'whole', entries: entriesOf('whole', range(1, 20)) },
      { name: 'late', entries: entriesOf('late', range(3, 20)) },
      { name: 'short', entries: entriesOf('short', range(15, 20)) },
    ],
    'source',
  )
  expect(recording.renditions.map(({ name }) => name)).toEqual(['source', 'whole', 'late'])
  const text = recordedMaster(recording, undefined)
  expect(text).toContain('CODECS="hvc1.1.6.L93,mp4a.40.2"')
  expect(text).toContain('source/media.m3u8')
  expect(text).not.toContain('short')
})

test('nothing recorded makes an empty recording', () => {
  expect(alignRenditions([], 'source')).toEqual({ renditions: [], isDiscontinuous: [] })
})
