import { afterAll, beforeAll, describe, it } from 'vitest'
import {
  between,
  encodeMessages,
  isAudio,
  isFrame,
  isVideo,
  moved,
  retimed,
  thinned,
  withCompositionTimes,
} from '../testing/odd-media.ts'
import { type OddCase, startOddServer } from '../testing/odd-server.ts'

let server: Awaited<ReturnType<typeof startOddServer>>
beforeAll(async () => {
  server = await startOddServer()
})
afterAll(() => server.close())

const base = () => encodeMessages()
const silent = () => encodeMessages({ audio: false })
const whole: [number, number] = [7.5, 8.2]
const hourMs = 3_600_000

describe('[T24] odd times continue as a correct playlist', () => {
  const cases: OddCase[] = [
    [
      'a clock that jumps back an hour',
      () => [...moved(between(base(), 0, 4000), hourMs), ...between(base(), 4000, 8000).filter(isFrame)],
      { seconds: whole, inits: 2 },
    ],
    [
      'a clock that jumps ahead an hour',
      () => [...between(base(), 0, 4000), ...moved(between(base(), 4000, 8000).filter(isFrame), hourMs)],
      { seconds: whole, inits: 2 },
    ],
    ['a clock that wraps at 2^32', () => moved(base(), 2 ** 32 - 4000), { seconds: whole }],
    ['a clock that passes 2^31', () => moved(base(), 2 ** 31 - 4000), { seconds: whole }],
    ['a clock that passes 2^24', () => moved(base(), 2 ** 24 - 4000), { seconds: whole }],
    [
      'jitter of 20 ms',
      () => retimed(base(), (ms, _, index) => Math.max(0, ms + ((index * 7) % 41) - 20)),
      { seconds: whole },
    ],
    [
      'every third time 5 ms back',
      () => retimed(base(), (ms, _, index) => Math.max(0, ms - (index % 3 === 0 ? 38 : 0))),
      { seconds: whole },
    ],
    [
      'a pause of 2 s in both tracks',
      () => retimed(base(), (ms) => (ms < 4000 ? ms : ms + 2000)),
      { seconds: [7.4, 10.2] },
    ],
    [
      'a pause of 5 s in both tracks',
      () => retimed(base(), (ms) => (ms < 4000 ? ms : ms + 5000)),
      { seconds: whole, inits: 2 },
    ],
    [
      'sound on another clock',
      () => retimed(base(), (ms, message) => (isAudio(message) ? ms + 10 * hourMs : ms)),
      { seconds: whole },
    ],
    [
      'sound half a second behind',
      () => retimed(base(), (ms, message) => (isAudio(message) ? ms + 500 : ms)),
      { seconds: whole },
    ],
    [
      'sound that runs 1 % too fast',
      () => retimed(base(), (ms, message) => (isAudio(message) ? ms * 1.01 : ms)),
      { seconds: whole },
    ],
    [
      'sound that runs 1 % too slow',
      () => retimed(base(), (ms, message) => (isAudio(message) ? ms * 0.99 : ms)),
      { seconds: whole },
    ],
    [
      'pictures shown before they are decoded',
      () => withCompositionTimes(silent(), () => -40),
      { seconds: whole, tracks: ['video'], isUndecodable: true },
    ],
    [
      'pictures shown 8 s after they are decoded',
      () => withCompositionTimes(silent(), (ms) => ms + 8000),
      { seconds: whole, tracks: ['video'] },
    ],
    [
      'a clock ten times too slow',
      () => retimed(silent(), (ms) => ms / 10),
      { seconds: [0, 1], tracks: ['video'], inits: 0 },
    ],
    [
      'a clock ten times too fast',
      () => retimed(encodeMessages({ audio: false, seconds: 3, video: ['-bf', '0'] }), (ms) => ms * 10),
      { seconds: [20, 31], tracks: ['video'] },
    ],
    [
      'times that are equal in pairs',
      () => retimed(base(), (ms, message) => (isVideo(message) ? Math.floor(ms / 67) * 67 : ms)),
      { seconds: whole },
    ],
    ['2 pictures a second', () => encodeMessages({ rate: 2, group: 4, seconds: 12 }), { seconds: [11, 12.6] }],
    ['5 pictures a second', () => encodeMessages({ rate: 5, group: 10, seconds: 8 }), { seconds: [7.4, 8.4] }],
    ['120 pictures a second', () => encodeMessages({ rate: 120, group: 240, seconds: 6 }), { seconds: [5.7, 6.2] }],
    [
      '2 to 60 pictures a second',
      () => thinned(encodeMessages({ rate: 60, group: 120, video: ['-bf', '0'] })),
      { seconds: whole, isUndecodable: true },
    ],
    [
      'open groups of pictures',
      () => encodeMessages({ x264: 'open-gop=1:bframes=3:b-adapt=0', seconds: 16 }),
      { seconds: [15.5, 16.2] },
    ],
    [
      'intra refresh',
      () => encodeMessages({ x264: 'intra-refresh=1:bframes=0', seconds: 16 }),
      { seconds: [15.5, 16.2] },
    ],
    [
      'a key frame every 10 s',
      () => encodeMessages({ group: 300, seconds: 25 }),
      { seconds: [24.5, 25.2], dependentSegments: 0 },
    ],
    ['every frame a key frame', () => encodeMessages({ group: 1 }), { seconds: whole, dependentSegments: 0 }],
    ['one key frame and never again', () => encodeMessages({ group: 9999, seconds: 24 }), { seconds: [23.5, 24.2] }],
    [
      'key frames at odd moments',
      () =>
        encodeMessages({
          group: 250,
          seconds: 16,
          video: ['-force_key_frames', '0,0.7,2.1,2.4,5,5.1,7.9,11,11.9,12.2'],
        }),
      { seconds: [15.5, 16.2] },
    ],
  ]
  it.concurrent.each(cases)(
    '%s',
    async (_, messages, expected) => {
      await server.play(messages(), expected)
    },
    60_000,
  )
})

it('the good stream beside all of these has no gap', () => server.checkGood())
