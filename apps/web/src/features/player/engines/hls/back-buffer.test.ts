import Hls from 'hls.js'
import { expect, test } from 'vitest'
import { trimBackBuffer } from './back-buffer.ts'

function setUp(video: { from: number; currentTime: number; newest: number }) {
  const listeners: Record<string, () => void> = {}
  const flushed: unknown[] = []
  const hls = {
    on: (event: string, listener: () => void) => void Object.assign(listeners, { [event]: listener }),
    trigger: (event: string, data: unknown) => flushed.push([event, data]),
    get latestLevelDetails() {
      return { partEnd: video.newest }
    },
  }
  const element = {
    get currentTime() {
      return video.currentTime
    },
    get buffered() {
      return { length: 1, start: () => video.from, end: () => video.currentTime + 1 }
    },
  }
  trimBackBuffer(hls as never, Hls, element)
  return { listeners, flushed }
}

test('[PLAYER-12] keeps 90 to 120 s behind the picture', () => {
  const video = { from: 0, currentTime: 119.9, newest: 120.9 }
  const { listeners, flushed } = setUp(video)
  listeners[Hls.Events.FRAG_BUFFERED]?.()
  expect(flushed).toEqual([])
  Object.assign(video, { currentTime: 121, newest: 122 })
  listeners[Hls.Events.FRAG_BUFFERED]?.()
  expect(flushed).toEqual([[Hls.Events.BUFFER_FLUSHING, { startOffset: 0, endOffset: 31, type: null }]])
})

test('does not trim while another part is about to arrive', () => {
  const { listeners, flushed } = setUp({ from: 0, currentTime: 500, newest: 501.33 })
  expect(Object.keys(listeners)).toEqual([Hls.Events.FRAG_BUFFERED])
  listeners[Hls.Events.FRAG_BUFFERED]?.()
  expect(flushed).toEqual([])
})
