import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RtmpMessage } from '../chunks/message.ts'
import { encodeTracks, enhancedMessages } from '../testing/enhanced-messages.ts'
import {
  alterFrames,
  between,
  encodeMessages,
  isAudio,
  isFrame,
  isHeader,
  isVideo,
  noise,
  noiseInNalUnits,
  repeatHeaders,
  retime,
  shiftTimes,
  withFiller,
} from '../testing/irregular/irregular-media.ts'
import { type IrregularCase, startIrregularServer } from '../testing/irregular/irregular-server.ts'
import { audioMessage, avcHeader, videoMessage } from '../testing/media-messages.ts'

let server: Awaited<ReturnType<typeof startIrregularServer>>
beforeAll(async () => {
  server = await startIrregularServer()
})
afterAll(() => server.close())

const base = () => encodeMessages()
const withoutAudio = () => encodeMessages({ audio: false })
const whole: [number, number] = [7.5, 8.2]

describe('[T24] irregular tracks make a correct playlist', () => {
  const enhanced = (...options: string[]) => enhancedOf(4, ...options)
  const enhancedOf = (seconds: number, ...options: string[]) =>
    enhancedMessages(encodeTracks(...options, '-pix_fmt', 'yuv420p', '-t', String(seconds), '-g', '60'))
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=30']
  const tone = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000']
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:open-gop=0']
  const half = () => between(withoutAudio(), 0, 4000)
  const cases: IrregularCase[] = [
    ['nothing irregular', base, { seconds: whole, dependentSegments: 0 }],
    [
      'video of noise',
      () => alterFrames(withoutAudio(), noiseInNalUnits),
      { seconds: whole, tracks: ['video'], isUndecodable: true },
    ],
    [
      'audio of noise',
      () => alterFrames(encodeMessages({ video: false }), (body) => Buffer.concat([body.subarray(0, 2), noise(90)])),
      { seconds: whole, tracks: ['audio'], isUndecodable: true },
    ],
    [
      '20 frames with wrong NAL unit lengths',
      () =>
        alterFrames(base(), (body, at) =>
          at > 200 && at < 250 && body[0] === 0x27 ? Buffer.concat([body, Buffer.of(9)]) : body,
        ),
      { seconds: whole, isUndecodable: true },
    ],
    [
      'empty tags and empty headers between frames',
      () =>
        base().flatMap((message) => [
          message,
          { ...message, payload: Buffer.alloc(0) },
          videoMessage(Buffer.from('1700000000', 'hex')),
          audioMessage(Buffer.of(0xaf, 0)),
        ]),
      { seconds: whole },
    ],
    ['a key frame of 5 MB', () => withFiller(withoutAudio(), 5_000_000), { seconds: whole, tracks: ['video'] }],
    [
      'HEVC with open GOPs, of which the first is shorter',
      () =>
        enhancedOf(
          12,
          ...picture,
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-x265-params',
          'log-level=error:bframes=2',
        ),
      { seconds: [11.7, 12.1], tracks: ['video'], dependentSegments: 1 },
    ],
    [
      'H.264, then HEVC',
      () => [...half(), ...shiftTimes(enhanced(...picture, ...hevc), 4000)],
      { seconds: whole, inits: 2, tracks: ['video'] },
    ],
    [
      'HEVC, then H.264',
      () => [...enhanced(...picture, ...hevc), ...shiftTimes(half(), 4000)],
      { seconds: whole, inits: 2, tracks: ['video'] },
    ],
    [
      'H.264, then AV1',
      () => [...half(), ...shiftTimes(enhanced(...picture, '-c:v', 'libsvtav1', '-preset', '12'), 4000)],
      { seconds: whole, inits: 2, tracks: ['video'] },
    ],
    [
      'AAC, then Opus',
      () => [
        ...between(encodeMessages({ video: false }), 0, 4000),
        ...shiftTimes(enhanced(...tone, '-c:a', 'libopus', '-ac', '2'), 4000),
      ],
      { seconds: [6.8, 8.2], inits: 2, tracks: ['audio'] },
    ],
    [
      'Opus of 10 ms packets',
      () => enhanced(...picture, ...tone, ...hevc, '-c:a', 'libopus', '-frame_duration', '10'),
      { seconds: [3.7, 4.1] },
    ],
    [
      'Opus in 5.1',
      () => enhanced(...picture, ...tone, ...hevc, '-c:a', 'libopus', '-ac', '6'),
      { seconds: [3.7, 4.1] },
    ],
    [
      'a change of size',
      () => [...between(base(), 0, 4000), ...shiftTimes(encodeMessages({ size: '320x180', seconds: 4 }), 4000)],
      { seconds: whole, inits: 2 },
    ],
    [
      'a change of size and back',
      () => [
        ...between(withoutAudio(), 0, 4000),
        ...shiftTimes(encodeMessages({ size: '320x180', seconds: 4, audio: false }), 4000),
        ...shiftTimes(half(), 8000),
      ],
      { seconds: [11.5, 12.2], inits: 3, tracks: ['video'] },
    ],
    [
      'a change of size without a key frame',
      () => [
        ...between(withoutAudio(), 0, 4000),
        ...shiftTimes(
          encodeMessages({ size: '320x180', audio: false }).filter(
            (message) => isHeader(message) || message.timestampMs > 100,
          ),
          4000,
        ),
      ],
      { seconds: [9.4, 12.2], inits: 2, tracks: ['video'] },
    ],
    [
      'a change of profile at the same size',
      () => [
        ...half(),
        ...shiftTimes(
          encodeMessages({ audio: false, seconds: 4, video: ['-profile:v', 'baseline', '-bf', '0'] }),
          4000,
        ),
      ],
      { seconds: whole, inits: 2, tracks: ['video'] },
    ],
    [
      'a change of the sample rate',
      () => [
        ...between(base(), 0, 4000),
        ...shiftTimes(encodeMessages({ audio: { rateHz: 44_100 }, seconds: 4 }), 4000),
      ],
      { seconds: whole, inits: 2 },
    ],
    [
      'mono, then stereo',
      () => [
        ...between(encodeMessages({ audio: { channels: 1 } }), 0, 4000),
        ...shiftTimes(between(base(), 0, 4000), 4000),
      ],
      { seconds: whole, inits: 2 },
    ],
    ['repeated headers before every key frame', () => repeatHeaders(base()), { seconds: whole }],
    ['no audio', withoutAudio, { seconds: whole, tracks: ['video'] }],
    ['no video', () => encodeMessages({ video: false }), { seconds: whole, tracks: ['audio'] }],
    [
      'audio 3 s late',
      () => base().filter((message) => isHeader(message) || !isAudio(message) || message.timestampMs >= 3000),
      { seconds: whole, inits: 2 },
    ],
    ['audio 3 s late, with its header', () => delayed(base(), isAudio), { seconds: whole, inits: 2 }],
    [
      'audio that ends',
      () => base().filter((message) => isHeader(message) || !isAudio(message) || message.timestampMs < 4000),
      { seconds: whole },
    ],
    [
      'audio that ends and resumes',
      () =>
        base().filter(
          (message) =>
            isHeader(message) || !isAudio(message) || message.timestampMs < 3000 || message.timestampMs > 5500,
        ),
      { seconds: whole },
    ],
    [
      'announced audio that never arrives',
      () => base().filter((message) => isHeader(message) || isVideo(message)),
      { seconds: whole, tracks: ['video'] },
    ],
    [
      'video 3 s late',
      () => base().filter((message) => !isVideo(message) || isHeader(message) || message.timestampMs >= 3000),
      { seconds: [3.7, 8.2] },
    ],
    ['video 3 s late, with its header', () => delayed(base(), isVideo), { seconds: [3.7, 8.2], inits: 2 }],
    [
      'video that ends',
      () => base().filter((message) => isHeader(message) || !isVideo(message) || message.timestampMs < 4000),
      { seconds: [6, 8.2] },
    ],
    [
      'video that pauses for 2 s',
      () =>
        base().filter(
          (message) =>
            isHeader(message) || !isVideo(message) || message.timestampMs < 3000 || message.timestampMs > 5000,
        ),
      { seconds: whole },
    ],
    [
      '8K',
      () =>
        encodeMessages({
          source: 'color',
          size: '7680x4320',
          rate: 2,
          gopFrames: 2,
          seconds: 2,
          audio: false,
          video: ['-bf', '0'],
        }),
      { seconds: [1.5, 2.1], tracks: ['video'] },
    ],
    ['an odd width and height', () => encodeMessages({ size: '161x91', pixels: 'yuv444p' }), { seconds: whole }],
    ['a tiny size', () => encodeMessages({ size: '16x16' }), { seconds: whole }],
    [
      'a portrait picture with non-square pixels',
      () => encodeMessages({ size: '90x160', video: ['-aspect', '16:9'] }),
      { seconds: whole },
    ],
    [
      'interlaced',
      () => encodeMessages({ size: '160x96', video: ['-flags', '+ilme+ildct', '-bf', '0'] }),
      { seconds: whole },
    ],
    ['10 bits', () => encodeMessages({ pixels: 'yuv420p10le' }), { seconds: whole }],
    ...(
      [
        [8000, 1],
        [22_050, 2],
        [96_000, 2],
        [48_000, 6],
        [48_000, 8],
      ] as const
    ).map(
      ([rateHz, channels]): IrregularCase => [
        `audio of ${rateHz} Hz in ${channels} channels`,
        () => encodeMessages({ audio: { rateHz, channels } }),
        { seconds: whole },
      ],
    ),
  ]
  it.concurrent.each(cases)(
    '%s',
    async (_, messages, expected) => {
      await server.play(messages(), expected)
    },
    60_000,
  )
})

describe('[T24] unsupported media is refused with a reason', () => {
  const header = () => base().filter(isHeader)
  const cases: [name: string, messages: () => RtmpMessage[], reason: string][] = [
    [
      'frames with wrong NAL unit lengths',
      () => alterFrames(withoutAudio(), (body) => Buffer.concat([body, Buffer.of(9)])),
      'The media of this encoder cannot be read.',
    ],
    [
      'start codes instead of lengths',
      () =>
        alterFrames(withoutAudio(), (body) =>
          Buffer.concat([body.subarray(0, 5), Buffer.of(0, 0, 0, 1), body.subarray(9)]),
        ),
      'The media of this encoder cannot be read.',
    ],
    [
      'an H.264 record of noise',
      () => [videoMessage(avcHeader(noise(40)))],
      'The H.264 settings of this encoder cannot be read.',
    ],
    [
      'H.264 parameters of noise',
      () => [videoMessage(avcHeader(Buffer.concat([Buffer.from('01640028ffe1001f67', 'hex'), noise(40)])))],
      'The H.264 settings of this encoder cannot be read.',
    ],
    [
      'an AAC configuration of noise',
      () => [audioMessage(Buffer.concat([Buffer.of(0xaf, 0), Buffer.alloc(9, 0xff)]))],
      'The AAC settings of this encoder cannot be read or are of a kind that browsers do not play. Choose AAC-LC.',
    ],
    [
      'AAC Main',
      () => [audioMessage(Buffer.from('af000990', 'hex'))],
      'The AAC settings of this encoder cannot be read or are of a kind that browsers do not play. Choose AAC-LC.',
    ],
    [
      'H.265 in the old FLV form in the middle',
      () => [...between(base(), 0, 2000), videoMessage(Buffer.from('1c0000000001', 'hex'))],
      'This encoder sends H.265 in the old FLV form (codec id 12). Choose H.264 in your encoder.',
    ],
    [
      'MP3 in the middle',
      () => [...between(base(), 0, 2000), audioMessage(Buffer.of(0x2f, 1, 2))],
      'This encoder sends MP3 sound. Choose AAC in your encoder.',
    ],
    [
      'several videos at once',
      () => [videoMessage(Buffer.from('9600617663310001', 'hex'))],
      'This encoder sends several videos at once (multitrack). Choose a single video in your encoder.',
    ],
    [
      'settings that change constantly',
      () =>
        Array.from({ length: 250 }, (_, index) =>
          header().map((message) => ({ ...message, payload: Buffer.concat([message.payload, Buffer.of(index)]) })),
        ).flat(),
      'This encoder changes its settings too often.',
    ],
    [
      'a clock that does not advance',
      () => Array.from({ length: 4 }, () => retime(base(), () => 1000)).flat(),
      'The timestamps of this encoder do not advance.',
    ],
  ]
  it.each(cases)('%s', async (_, messages, reason) => {
    expect(await server.endingOf(messages())).toBe(reason)
  })
})

it.each<[string, () => RtmpMessage[]]>([
  ['frames without headers', () => base().filter(isFrame)],
  ['headers without frames', () => base().filter(isHeader)],
  ['nothing at all', () => []],
])('%s make no playlist and no error', async (_, messages) => {
  expect(await server.play(messages(), { seconds: [0, 0], inits: 0, tracks: [] })).toBe('')
})

it('the regular broadcast that ran at the same time has no gap', () => server.checkRegular())

/** Delays a track and its header to 3 s. */
function delayed(messages: readonly RtmpMessage[], isTrack: (message: RtmpMessage) => boolean): RtmpMessage[] {
  const others = messages.filter((message) => !isTrack(message))
  const track = messages.filter((message) => isTrack(message) && (isHeader(message) || message.timestampMs >= 3000))
  const delayedTrack = track.map((message) => ({ ...message, timestampMs: Math.max(3000, message.timestampMs) }))
  return [...others, ...delayedTrack].sort((a, b) => a.timestampMs - b.timestampMs)
}
