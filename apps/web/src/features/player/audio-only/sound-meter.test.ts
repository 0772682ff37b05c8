import { afterEach, expect, test, vi } from 'vitest'
import { createSoundMeter, levelOf, type MeteredMedia } from './sound-meter.ts'

const samplesOf = (sampleAt: (index: number) => number) => Float32Array.from({ length: 4096 }, (_, i) => sampleAt(i))
const sine = (peak: number) => samplesOf((index) => peak * Math.sin((index * 2 * Math.PI) / 64))

afterEach(() => vi.unstubAllGlobals())

/** A media element, and an audio context that hears `heard` from whatever is connected to its analyser. */
function setUp({ state = 'running', canCapture = true }: { state?: AudioContextState; canCapture?: boolean } = {}) {
  const listeners = new EventTarget()
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  const log: string[] = []
  const tracks = [{ name: 'first', stop: () => log.push('stop first') }]
  const media = { paused: false, muted: false, volume: 1 }
  const captureStream = () => ({ getAudioTracks: () => tracks, getTracks: () => tracks })
  const context = {
    state,
    async resume() {
      context.state = 'running'
    },
    async close() {
      log.push('close')
    },
    createAnalyser: () => ({
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.set(sine(1)),
    }),
    createMediaStreamSource() {
      const { name } = tracks[0] ?? {}
      return { connect: () => log.push(`connect ${name}`), disconnect: () => log.push(`disconnect ${name}`) }
    },
  }
  const opened = vi.fn(() => context)
  const element = Object.assign(media, canCapture && { captureStream })
  const meter = createSoundMeter(
    element as unknown as MeteredMedia,
    opened as unknown as Parameters<typeof createSoundMeter>[1],
  )
  return { meter, media, tracks, log, opened, gesture: (type: string) => listeners.dispatchEvent(new Event(type)) }
}

test.each([
  ['silence', 0, 0],
  ['a sine at full scale, 3 dB below the largest value possible', 1, 0.95],
  ['a sine 40 dB below it', 0.01, 0.283],
  ['a whisper below -60 dB', 0.001, 0],
])('the level of %s', (_, peak, level) => {
  expect(levelOf(sine(peak))).toBeCloseTo(level, 2)
})

test('a square wave at full scale is the largest level', () => {
  expect(levelOf(samplesOf((index) => (index % 2 === 0 ? 1 : -1)))).toBe(1)
})

test('[PLAYER-15] opens no audio context before the sound may be heard', () => {
  const { meter, media, opened } = setUp()
  media.muted = true
  expect(meter.level()).toBeUndefined()
  media.muted = false
  media.paused = true
  expect(meter.level()).toBeUndefined()
  expect(opened).not.toHaveBeenCalled()
  media.paused = false
  expect(meter.level()).toBeCloseTo(0.95, 2)
  expect(opened).toHaveBeenCalledOnce()
})

test.each([{ muted: true }, { paused: true }, { volume: 0 }])('[PLAYER-15] rests while %j', (state) => {
  const { meter, media } = setUp()
  meter.level()
  Object.assign(media, state)
  expect(meter.level()).toBe(0)
})

test('[PLAYER-15] shows nothing while the browser suspends it, and resumes with the next gesture', () => {
  for (const type of ['pointerup', 'keydown']) {
    const { meter, gesture } = setUp({ state: 'suspended' })
    expect(meter.level()).toBeUndefined()
    gesture(type)
    expect(meter.level()).toBeCloseTo(0.95, 2)
  }
})

test('[PLAYER-15] shows nothing in a browser that cannot capture, and leaves the element alone', () => {
  const { meter, opened } = setUp({ canCapture: false })
  expect(meter.level()).toBeUndefined()
  expect(opened).not.toHaveBeenCalled()
})

test('shows nothing where the context cannot be opened, and does not try again', () => {
  const { meter, opened } = setUp()
  opened.mockImplementation(() => {
    throw new DOMException('No more contexts', 'NotSupportedError')
  })
  expect(meter.level()).toBeUndefined()
  expect(meter.level()).toBeUndefined()
  expect(opened).toHaveBeenCalledOnce()
})

test('follows the element to a new track', () => {
  const { meter, tracks, log } = setUp()
  meter.level()
  meter.level()
  expect(log).toEqual(['connect first'])
  tracks.splice(0)
  expect(meter.level()).toBe(0)
  tracks.push({ name: 'second', stop: () => log.push('stop second') })
  expect(meter.level()).toBeCloseTo(0.95, 2)
  expect(log).toEqual(['connect first', 'disconnect first', 'connect second'])
})

test('closes the context and stops the captured tracks', () => {
  const { meter, log } = setUp()
  meter.level()
  meter.close()
  expect(log).toEqual(['connect first', 'disconnect first', 'stop first', 'close'])
})
