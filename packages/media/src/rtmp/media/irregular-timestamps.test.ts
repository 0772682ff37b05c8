import { afterAll, beforeAll, describe, it } from 'vitest'
import {
  between,
  dropFrames,
  encodeMessages,
  isAudio,
  isFrame,
  isVideo,
  retime,
  shiftTimes,
  withCompositionTimes,
} from '../testing/irregular/irregular-media.ts'
import { type IrregularCase, startIrregularServer } from '../testing/irregular/irregular-server.ts'

let server: Awaited<ReturnType<typeof startIrregularServer>>
beforeAll(async () => {
  server = await startIrregularServer()
})
afterAll(() => server.close())

const base = () => encodeMessages()
const withoutAudio = () => encodeMessages({ audio: false })
const whole: [number, number] = [7.5, 8.2]
const hourMs = 3_600_000

describe('[T24] irregular timestamps make a correct playlist', () => {
  const cases: IrregularCase[] = [
    [
      'a clock that jumps back an hour',
      () => [...shiftTimes(between(base(), 0, 4000), hourMs), ...between(base(), 4000, 8000).filter(isFrame)],
      { seconds: whole, inits: 2 },
    ],
    [
      'a clock that jumps forward an hour',
      () => [...between(base(), 0, 4000), ...shiftTimes(between(base(), 4000, 8000).filter(isFrame), hourMs)],
      { seconds: whole, inits: 2 },
    ],
    ['a clock that wraps at 2^32', () => shiftTimes(base(), 2 ** 32 - 4000), { seconds: whole }],
    ['a clock that passes 2^31', () => shiftTimes(base(), 2 ** 31 - 4000), { seconds: whole }],
    ['a clock that passes 2^24', () => shiftTimes(base(), 2 ** 24 - 4000), { seconds: whole }],
    [
      'jitter of 20 ms',
      () => retime(base(), (ms, _, index) => Math.max(0, ms + ((index * 7) % 41) - 20)),
      { seconds: whole },
    ],
    [
      'every third time 5 ms before the previous one',
      () => retime(base(), (ms, _, index) => Math.max(0, ms - (index % 3 === 0 ? 38 : 0))),
      { seconds: whole },
    ],
    [
      'a pause of 2 s in both tracks',
      () => retime(base(), (ms) => (ms < 4000 ? ms : ms + 2000)),
      { seconds: [7.4, 10.2] },
    ],
    [
      'a pause of 5 s in both tracks',
      () => retime(base(), (ms) => (ms < 4000 ? ms : ms + 5000)),
      { seconds: whole, inits: 2 },
    ],
    [
      'audio on an unrelated clock',
      () => retime(base(), (ms, message) => (isAudio(message) ? ms + 10 * hourMs : ms)),
      { seconds: whole },
    ],
    [
      'audio half a second late',
      () => retime(base(), (ms, message) => (isAudio(message) ? ms + 500 : ms)),
      { seconds: whole },
    ],
    [
      'audio that runs 1 % too fast',
      () => retime(base(), (ms, message) => (isAudio(message) ? ms * 1.01 : ms)),
      { seconds: whole },
    ],
    [
      'audio that runs 1 % too slow',
      () => retime(base(), (ms, message) => (isAudio(message) ? ms * 0.99 : ms)),
      { seconds: whole },
    ],
    [
      'presentation times before decode times',
      () => withCompositionTimes(withoutAudio(), () => -40),
      { seconds: whole, tracks: ['video'], isUndecodable: true },
    ],
    [
      'presentation times 8 s after decode times',
      () => withCompositionTimes(withoutAudio(), (ms) => ms + 8000),
      { seconds: whole, tracks: ['video'] },
    ],
    [
      'a clock ten times too slow',
      () => retime(withoutAudio(), (ms) => ms / 10),
      { seconds: [0, 1], tracks: ['video'], inits: 0 },
    ],
    [
      'a clock ten times too fast',
      () => retime(encodeMessages({ audio: false, seconds: 3, video: ['-bf', '0'] }), (ms) => ms * 10),
      { seconds: [20, 31], tracks: ['video'] },
    ],
    [
      'times that are equal in pairs',
      () => retime(base(), (ms, message) => (isVideo(message) ? Math.floor(ms / 67) * 67 : ms)),
      { seconds: whole },
    ],
    ['2 frames per second', () => encodeMessages({ rate: 2, gopFrames: 4, seconds: 12 }), { seconds: [11, 12.6] }],
    ['5 frames per second', () => encodeMessages({ rate: 5, gopFrames: 10, seconds: 8 }), { seconds: [7.4, 8.4] }],
    ['120 frames per second', () => encodeMessages({ rate: 120, gopFrames: 240, seconds: 6 }), { seconds: [5.7, 6.2] }],
    [
      '2 to 60 frames per second',
      () => dropFrames(encodeMessages({ rate: 60, gopFrames: 120, video: ['-bf', '0'] })),
      { seconds: whole, isUndecodable: true },
    ],
    [
      'open GOPs',
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
      () => encodeMessages({ gopFrames: 300, seconds: 25 }),
      { seconds: [24.5, 25.2], dependentSegments: 0 },
    ],
    ['every frame a key frame', () => encodeMessages({ gopFrames: 1 }), { seconds: whole, dependentSegments: 0 }],
    ['a single key frame', () => encodeMessages({ gopFrames: 9999, seconds: 24 }), { seconds: [23.5, 24.2] }],
    [
      'key frames at irregular times',
      () =>
        encodeMessages({
          gopFrames: 250,
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

it('the regular broadcast that ran at the same time has no gap', () => server.checkRegular())
