import { expect, test } from 'vitest'
import { watchPlayIntent } from './play-intent.ts'

function fakeVideo() {
  const video = Object.assign(new EventTarget(), {
    paused: true,
    ended: false,
    error: null as MediaError | null,
    async play() {
      video.paused = false
      video.dispatchEvent(new Event('play'))
    },
    pauseBy(event: 'viewer' | 'reload') {
      video.paused = true
      // Loading another source pauses without an event.
      if (event === 'viewer') video.dispatchEvent(new Event('pause'))
    },
  })
  return video
}

test('a reload while playing plays again', () => {
  const video = fakeVideo()
  const intent = watchPlayIntent(video)
  void video.play()
  video.pauseBy('reload')
  intent.resume()
  expect(video.paused).toBe(false)
})

test('an error that pauses the element is not the wish of the viewer', () => {
  const video = fakeVideo()
  const intent = watchPlayIntent(video)
  void video.play()
  video.error = { code: 3 } as MediaError
  video.pauseBy('viewer')
  intent.resume()
  expect(video.paused).toBe(false)
})

test('a viewer who has paused, or whose browser has not let the video start, is left alone', () => {
  const video = fakeVideo()
  const intent = watchPlayIntent(video)
  intent.resume()
  expect(video.paused).toBe(true)
  void video.play()
  video.pauseBy('viewer')
  intent.resume()
  expect(video.paused).toBe(true)
})
