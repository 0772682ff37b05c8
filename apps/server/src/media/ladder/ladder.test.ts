import { HlsStream } from '@waggle/media/hls/hls-stream'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { encode, type MediaItem } from '../../../../../packages/media/src/hls/testing/encoder.ts'
import { type Ffmpeg, openFfmpeg } from '../ffmpeg/ffmpeg.ts'
import { CoreBudget } from './core-budget.ts'
import { Ladder } from './ladder.ts'
import { ShedRungs } from './shed-rungs.ts'
import type { Transcoding } from './transcoding.ts'

const log = pino({ level: 'silent' })
const path = process.env.PATH
let film: MediaItem[]
let ffmpeg: Ffmpeg

beforeAll(async () => {
  ffmpeg = await openFfmpeg([])
  film = await encode({ size: '640x482', seconds: 12, bFrames: 0 })
})
afterEach(() => {
  process.env.PATH = path
})

function open(shared: Partial<Transcoding> = {}) {
  const clock = { nowMs: 1_000_000 }
  const now = () => clock.nowMs
  const hls = new HlsStream({ firstSequence: 1, now })
  const source = hls.addRendition('source')
  const free = { ffmpeg, heights: [480, 360], log, now, prepare() {}, isReady: true, admit: () => 0, releaseCores() {} }
  const ladder = new Ladder(hls, 'stream', { ...free, ...shared })
  const feed = (medium: MediaItem) => {
    for (const output of [source, ladder]) {
      if ('config' in medium) output.config(medium.config)
      else output.sample(medium.sample)
    }
  }
  const variants = async () => {
    const { body } = await hls.handle({ path: 'master.m3u8', query: new URLSearchParams() })
    return [...String(body).matchAll(/^(\w+)\/media/gm)].map((match) => match[1])
  }
  /** Requests the master playlist until it has a rung: a request waits for rungs, but not as long as ffmpeg may need on a busy machine. */
  const variantsWhen = async (last: string) => {
    for (;;) {
      const names = await variants()
      if (names.includes(last)) return names
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return { hls, ladder, feed, variants, variantsWhen, clock }
}

test('a film fed at once is encoded in all rungs, with audio', async () => {
  const { hls, ladder, feed, variantsWhen } = open()
  for (const medium of film) feed(medium)
  await variantsWhen('480p')
  expect(await variantsWhen('360p')).toEqual(['source', '480p', '360p'])
  const master = String((await hls.handle({ path: 'master.m3u8', query: new URLSearchParams() })).body)
  expect(master.match(/CODECS="avc1\.\w+,mp4a\.40\.2"/g)).toHaveLength(3)
  ladder.stop()
})

test('rungs that keep crashing are removed for a while, and the source stays', async () => {
  const lines: string[] = []
  const { ladder, feed, variants, clock } = open({
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  })
  process.env.PATH = '/nowhere'
  let crashes = 0
  for (const medium of film) {
    feed(medium)
    clock.nowMs += 10
    crashes += 1
    // The error of a missing program arrives in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    if (crashes > 700) break
  }
  expect(await variants()).toEqual(['source'])
  expect(lines.map((line) => JSON.parse(line).pauseMs)).toEqual([60_000])
  process.env.PATH = path
  // Within a minute there is no new attempt.
  const sample = film.findLast((medium) => 'sample' in medium)
  clock.nowMs += 50_000
  if (sample) feed(sample)
  expect(await variants()).toEqual(['source'])
  ladder.stop()
})

test('cores beyond the budget are refused until others are released', () => {
  const budget = new CoreBudget(1)
  expect(budget.take(0.7)).toBe(true)
  expect(budget.take(0.4)).toBe(false)
  expect(budget.take(0.2)).toBe(true)
  budget.release(0.7)
  expect(budget.take(0.4)).toBe(true)
})

test('only admitted rungs are encoded', async () => {
  const { ladder, feed, variantsWhen } = open({ admit: ({ height }) => (height === 360 ? 0.1 : undefined) })
  for (const medium of film) feed(medium)
  expect(await variantsWhen('360p')).toEqual(['source', '360p'])
  ladder.stop()
})

test('all cores are released when the broadcast ends', () => {
  const taken: number[] = []
  const { ladder, feed } = open({ admit: () => taken.push(0.25) && 0.25, releaseCores: (cores) => taken.push(-cores) })
  for (const medium of film) feed(medium)
  expect(taken).toHaveLength(2)
  ladder.stop()
  expect(taken.reduce((sum, cores) => sum + cores, 0)).toBe(0)
})

test('a shed rung waits twice as long each time, up to ten minutes', () => {
  const shed = new ShedRungs()
  const waits = []
  let nowMs = 0
  for (let time = 0; time < 7; time += 1) {
    shed.add('720p', nowMs)
    const startMs = nowMs
    while (shed.isShed('720p', nowMs)) nowMs += 1000
    waits.push((nowMs - startMs) / 1000)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600])
  expect(shed.isShed('480p', 0)).toBe(false)
})
