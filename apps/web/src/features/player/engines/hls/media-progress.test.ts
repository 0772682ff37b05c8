import { expect, test, vi } from 'vitest'
import { watchMediaProgress } from './media-progress.ts'

function setUp() {
  const clock = { ms: 1000 }
  const element = { bufferedTo: 0, currentTime: 0, seeking: false }
  const events = new EventTarget()
  const video = {
    get buffered() {
      return { length: element.bufferedTo > 0 ? 1 : 0, start: () => 0, end: () => element.bufferedTo }
    },
    get currentTime() {
      return element.currentTime
    },
    get seeking() {
      return element.seeking
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  const onPlayed = vi.fn()
  const progress = watchMediaProgress(video, { onPlayed, now: () => clock.ms })
  /** Downloads parts one after the other, each of which brings `secondsBuffered`. They begin where the buffer ends, unless said. */
  const download = (count: number, secondsBuffered: number, fromSeconds = element.bufferedTo) => {
    let isUnplayable = false
    for (let part = 0; part < count; part++) {
      clock.ms += 333
      isUnplayable ||= progress.recordDownload(fromSeconds + (part + 0.5) / 3)
      element.bufferedTo += secondsBuffered
    }
    return isUnplayable
  }
  const playTo = (seconds: number) => {
    element.currentTime = seconds
    events.dispatchEvent(new Event('timeupdate'))
  }
  return { clock, element, progress, onPlayed, download, playTo }
}

test('media that is buffered is playable, however long it goes on', () => {
  expect(setUp().download(1000, 0.333)).toBe(false)
})

test('[PLAYER-7] media that arrives for three seconds and is never buffered is unplayable', () => {
  const { download } = setUp()
  expect(download(9, 0)).toBe(false)
  expect(download(2, 0)).toBe(true)
})

test('[PLAYER-7] the same after media that could be played', () => {
  const { download } = setUp()
  download(30, 0.333)
  expect(download(12, 0)).toBe(true)
})

test('media of another quality that takes the place of what is buffered is playable', () => {
  const { download } = setUp()
  download(30, 0.333)
  expect(download(20, 0, 0)).toBe(false)
})

test('[PLAYER-7] a switch to a quality that is damaged is unplayable, once its media would continue what is buffered', () => {
  const { download } = setUp()
  download(30, 0.333)
  // Two seconds that are buffered in the previous quality, then what is missing.
  expect(download(6, 0, 8)).toBe(false)
  expect(download(12, 0)).toBe(true)
})

test('a burst of parts that are buffered together, and a pause between downloads, are no reason', () => {
  const { download, clock, progress } = setUp()
  for (let part = 0; part < 12; part++) expect(progress.recordDownload(part / 3)).toBe(false)
  clock.ms += 2000
  expect(download(3, 0.333)).toBe(false)
  clock.ms += 60_000
  expect(download(1, 0)).toBe(false)
})

test('after a restart the count begins anew', () => {
  const { download, progress } = setUp()
  download(10, 0)
  progress.restart()
  expect(download(9, 0)).toBe(false)
})

test('[PLAYER-7] only two seconds of playback count as played; a seek does not', () => {
  const { playTo, onPlayed, element, progress } = setUp()
  playTo(0.5)
  playTo(1.5)
  playTo(60)
  expect(onPlayed).not.toHaveBeenCalled()
  playTo(60.6)
  expect(onPlayed).toHaveBeenCalledOnce()
  progress.restart()
  element.seeking = true
  for (const seconds of [61, 62, 63]) playTo(seconds)
  expect(onPlayed).toHaveBeenCalledOnce()
  progress.close()
  element.seeking = false
  for (const seconds of [64, 65, 66]) playTo(seconds)
  expect(onPlayed).toHaveBeenCalledOnce()
})
