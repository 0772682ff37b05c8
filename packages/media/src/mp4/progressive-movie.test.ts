import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { boxesOf, contentOf } from '../fmp4/box-reader.ts'
import { readRuns, readTracks } from '../fmp4/fragment-reader.ts'
import type { ClosedSegment } from '../hls/rendition/closed-segment.ts'
import { encode, feed, type MediaItem, run } from '../hls/testing/encoder.ts'
import { decode, open } from '../hls/testing/viewer.ts'
import { mediaOf, ProgressiveMovie } from './progressive-movie.ts'

const folder = await mkdtemp(join(tmpdir(), 'mp4-'))
afterAll(() => rm(folder, { recursive: true }))

/** What the packager makes of broadcasts that follow each other after interruptions. */
function record(...broadcasts: (readonly MediaItem[])[]): ClosedSegment[] {
  const segments: ClosedSegment[] = []
  const { stream, source } = open({ onSegment: (segment) => segments.push(segment) })
  broadcasts.forEach((media, index) => {
    if (index > 0) stream.interrupt()
    feed(source, media)
  })
  stream.end()
  return segments
}

function movieOf(segments: readonly ClosedSegment[]): Buffer {
  const movie = new ProgressiveMovie()
  const media = segments.flatMap((segment) => {
    const body = Buffer.concat(segment.pieces)
    const runs = readRuns(body)
    const tracks = readTracks(segment.init.body)
    return mediaOf(body, movie.add({ tracks, runs, isAfterBreak: segment.isAfterDiscontinuity }))
  })
  expect(Buffer.concat(media).length).toBe(movie.mediaBytes)
  return Buffer.concat([movie.head(), ...media])
}

/** Decoded pictures or sound of a file, a checksum for each frame. */
async function framesOf(file: Uint8Array, stream: 'v' | 'a'): Promise<string[]> {
  // Frames as they are, whatever their times are.
  const timing = stream === 'v' ? ['-fps_mode', 'passthrough'] : []
  const args = [
    '-v',
    'error',
    '-xerror',
    '-i',
    '-',
    '-map',
    `0:${stream}`,
    ...timing,
    '-f',
    'framehash',
    '-hash',
    'md5',
    '-',
  ]
  const lines = (await run('ffmpeg', args, file)).toString().split('\n')
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(',').at(-1)?.trim() ?? '')
}

/** Presentation times in seconds, in order, by kind. */
async function timesOf(file: Uint8Array): Promise<{ video: number[]; audio: number[] }> {
  const show = ['-show_entries', 'packet=codec_type,pts_time', '-of', 'csv=p=0']
  const lines = (await run('ffprobe', ['-v', 'error', ...show, '-'], file)).toString().trim().split('\n')
  const times = (kind: string) =>
    lines.flatMap((line) => (line.startsWith(kind) ? [Number(line.split(',')[1])] : [])).toSorted((a, b) => a - b)
  return { video: times('video'), audio: times('audio') }
}

/** The largest step from one time to the next. */
const longestStep = (times: readonly number[]) =>
  Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))

describe('a broadcast with B-frames', async () => {
  const segments = record(await encode({ seconds: 6, bFrames: 2, audioRateHz: 44_100 }))
  const fragmented = Buffer.concat([
    segments[0]?.init.body ?? Buffer.alloc(0),
    ...segments.flatMap(({ pieces }) => pieces),
  ])
  const movie = movieOf(segments)

  test('has moov before the media, and nothing else', () => {
    const boxes = boxesOf(movie)
    expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
    expect(boxesOf(contentOf(boxes, 'moov')).map(({ type }) => type)).toEqual(['mvhd', 'trak', 'trak'])
  })

  test('decodes to the same pictures and the same sound as its segments', async () => {
    for (const stream of ['v', 'a'] as const) {
      const frames = await framesOf(movie, stream)
      expect(frames.length).toBeGreaterThan(170)
      expect(frames).toEqual(await framesOf(fragmented, stream))
    }
  })

  test('keeps the times of picture and sound, and begins at 0', async () => {
    const [own, other] = [await timesOf(movie), await timesOf(fragmented)]
    const origin = Math.min(other.video[0] ?? 0, other.audio[0] ?? 0)
    for (const kind of ['video', 'audio'] as const) {
      expect(own[kind].length).toBe(other[kind].length)
      own[kind].forEach((time, index) => {
        // The clock of the movie and its edits has milliseconds.
        expect(Math.abs(time - ((other[kind][index] ?? 0) - origin))).toBeLessThan(0.002)
      })
    }
  })

  test('seeks to its key frames', async () => {
    const keys = (await decode(movie)).filter(({ stream, key }) => stream === 0 && key)
    expect(keys.map(({ pts }) => Math.round(pts))).toEqual([0, 2, 4])
  })
})

test('sound that begins later begins later in the movie', async () => {
  const media = await encode({ seconds: 4, bFrames: 0 })
  const late = media.filter((item) => 'config' in item || item.sample.track === 'video' || item.sample.dtsMs >= 1500)
  const { video, audio } = await timesOf(movieOf(record(late)))
  expect(video[0]).toBe(0)
  expect(audio[0]).toBeGreaterThan(1.45)
  expect(audio[0]).toBeLessThan(1.55)
})

test('after an interruption, in another size, the movie goes on without a gap', async () => {
  const movie = movieOf(record(await encode({ seconds: 4 }), await encode({ seconds: 4, size: '320x180' })))
  expect((await framesOf(movie, 'v')).length).toBe(240)
  const { video, audio } = await timesOf(movie)
  expect(longestStep(video)).toBeLessThan(0.1)
  expect(longestStep(audio)).toBeLessThan(0.1)
  expect(Math.abs((video.at(-1) ?? 0) - (audio.at(-1) ?? 0))).toBeLessThan(0.1)
  const probe = ['-v', 'error', '-show_entries', 'frame=width', '-select_streams', 'v', '-of', 'csv=p=0', '-']
  const widths = new Set((await run('ffprobe', probe, movie)).toString().match(/\d+/g))
  expect([...widths]).toEqual(['160', '320'])
})

test('a broadcast of sound alone', async () => {
  const movie = movieOf(record(await encode({ seconds: 4, video: false })))
  expect((await framesOf(movie, 'a')).length).toBeGreaterThan(180)
})

test('a movie of more than 4 GB is read to its end', async () => {
  const [segment] = record(await encode({ seconds: 4, bFrames: 0, audio: false }))
  if (segment === undefined) throw new Error('nothing')
  const body = Buffer.concat(segment.pieces)
  const runs = readRuns(body)
  const tracks = readTracks(segment.init.body)
  const movie = new ProgressiveMovie()
  const media = Buffer.concat(mediaOf(body, movie.add({ tracks, runs, isAfterBreak: true })))
  // Pictures of 100 MB that nobody reads: the file has a hole in their place.
  const samples = Array.from({ length: 60 }, () => ({ duration: 3000, size: 1e8, isKey: true, compositionOffset: 0 }))
  movie.add({ tracks, runs: [{ kind: 'video', decodeTime: 0, offset: 0, samples }], isAfterBreak: true })
  movie.add({ tracks, runs, isAfterBreak: true })
  const path = join(folder, 'large.mp4')
  await writeFile(path, Buffer.concat([movie.head(), media]))
  const file = await openFile(path, 'r+')
  await file.write(media, 0, media.length, movie.head().length + movie.mediaBytes - media.length)
  await file.close()
  const probe = ['-v', 'error', '-ss', '4', '-i', path, '-f', 'framehash', '-hash', 'md5', '-']
  const lines = (await run('ffmpeg', probe)).toString().split('\n')
  expect(lines.filter((line) => line && !line.startsWith('#')).length).toBe(60)
})

test('a segment that is cut off gives an error', async () => {
  const [segment] = record(await encode({ seconds: 4 }))
  const body = Buffer.concat(segment?.pieces ?? [])
  expect(() => readRuns(body.subarray(0, body.length - 1))).toThrow('cut off')
  expect(() => mediaOf(body, [{ offset: body.length - 10, length: 11 }])).toThrow('cut off')
})
