import { describe, expect, it } from 'vitest'
import { type AmfValue, amfObject } from '../amf/amf0.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { encodeChunks } from '../chunks/chunk-writer.ts'
import { encodeUint32, encodeUserControl, messageTypes, type RtmpMessage } from '../chunks/message.ts'
import { defaultRtmpLimits, type RtmpLimits } from '../limits.ts'
import { createMediaDemuxer } from '../media/media-demuxer.ts'
import { sessionSeeds } from '../testing/corpus/session-seeds.ts'
import { createRecordingSink } from '../testing/recording-sink.ts'
import { encodeCommand, readCommand } from './command.ts'
import { handshakePacketBytes } from './handshake.ts'
import { createSession, type Session } from './session.ts'

const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes)])

/** A session after its handshake that accepts every publisher. */
function open(options: { limits?: Partial<RtmpLimits>; accept?: boolean } = {}) {
  const sent: RtmpMessage[] = []
  const log: unknown[] = []
  const sink = createRecordingSink()
  const demuxer = createMediaDemuxer(sink)
  const now = () => performance.now()
  const reader = createChunkReader({ now, limits: defaultRtmpLimits, onMessage: (message) => void sent.push(message) })
  let isPastHandshake = false
  const session: Session = createSession({
    limits: { ...defaultRtmpLimits, ...options.limits },
    now,
    send: (bytes) => isPastHandshake && reader.read(bytes),
    onHandshake: () => log.push('handshake'),
    onPublish: ({ encoder: _, ...address }) => {
      log.push(address)
      if (options.accept !== false) session.accept()
    },
    onMedia: (message) => {
      const refusal = demuxer.receive(message)
      if (refusal) log.push(refusal)
    },
    onUnpublish: (isFinal) => log.push(isFinal ? 'final' : 'unpublished'),
    onRefused: (reason) => log.push(reason),
  })
  session.receive(handshake)
  isPastHandshake = true
  const send = (message: RtmpMessage) => session.receive(encodeChunks(message, 3, 128))
  const call = (...command: Parameters<typeof encodeCommand>) => send(encodeCommand(...command))
  const responses = () =>
    sent
      .filter((message) => message.type === messageTypes.commandAmf0)
      .map((message) => readCommand(message, defaultRtmpLimits))
      .map(({ name, transactionId, values }) => [name, transactionId, ...values])
  const connect = (app = 'live') => call(0, 'connect', 1, amfObject({ app, flashVer: 'x' }))
  return { session, sent, log, sink, send, call, responses, connect }
}

const address = { app: 'live', streamKey: 'KEY' }
const published = [
  'onStatus',
  0,
  null,
  amfObject({ level: 'status', code: 'NetStream.Publish.Start', description: 'Publishing.' }),
]
const statusError = (code: string, description: string) => [
  'onStatus',
  0,
  null,
  amfObject({ level: 'error', code, description }),
]

describe('sessions of real encoders', () => {
  it('ffmpeg 5.1', () => {
    const { session, log, responses, sink } = open()
    session.receive(sessionSeeds.ffmpeg!)
    expect(log).toEqual(['handshake', address, 'unpublished', 'final'])
    expect(session.encoder).toBe('Lavf59.27.100')
    expect(responses().map(([name, transactionId]) => [name, transactionId])).toEqual([
      ['_result', 1],
      ['_result', 2],
      ['_result', 3],
      ['_result', 4],
      ['onStatus', 0],
      ['_result', 6],
      ['_result', 7],
    ])
    expect(responses()[3]).toEqual(['_result', 4, null, 1])
    // 1 s at 10 frames a second; 44 access units of AAC with the priming one.
    expect(sink.configs).toHaveLength(2)
    expect(sink.samples.filter((sample) => sample.track === 'video')).toHaveLength(10)
    expect(sink.samples.filter((sample) => sample.track === 'audio')).toHaveLength(45)
  })

  it('OBS 29: chunk size before connect, audio and video on one chunk stream', () => {
    const { session, log, responses, sink } = open()
    session.receive(sessionSeeds.obs!)
    expect(log).toEqual(['handshake', address, 'unpublished', 'final'])
    expect(responses()).toContainEqual(published)
    expect([sink.configs.length, sink.samples.length]).toEqual([2, 20])
  })

  it('GStreamer 1.22 rtmp2sink: transaction 0 gets no response, deleteStream has a string', () => {
    const { session, log, responses, sink } = open()
    session.receive(sessionSeeds.gstreamer!)
    expect(log).toEqual(['handshake', address, 'final'])
    expect(responses().map(([name, transactionId]) => [name, transactionId])).toEqual([
      ['_result', 1],
      ['_result', 2],
      ['onStatus', 0],
    ])
    expect([sink.configs.length, sink.samples.length]).toEqual([2, 20])
  })

  it('FMLE: AMF3 envelopes, bandwidth check, ping, aggregate', () => {
    const { session, log, sent, responses, sink } = open()
    session.receive(sessionSeeds.flashMediaEncoder!)
    expect(log).toEqual(['handshake', address, 'final'])
    expect(responses()).toContainEqual(['_result', 4, null, 0])
    expect(sent).toContainEqual(encodeUserControl(7, 1234))
    expect([sink.configs.length, sink.samples.length]).toEqual([2, 20])
  })

  it('every header type and basic header form', () => {
    const { session, sink } = open()
    session.receive(sessionSeeds.everyHeader!)
    expect(sink.samples.map((sample) => sample.dtsMs)).toEqual([100, 133, 166, 0x1000000, 0x2000000])
  })
})

describe('responses', () => {
  it('announces its Enhanced RTMP capabilities to encoders that announce theirs', () => {
    const fourCcList = ['avc1', 'hvc1', 'av01', 'mp4a', 'Opus']
    const videoFourCcInfoMap = amfObject({ avc1: 4, hvc1: 4, av01: 4 })
    const audioFourCcInfoMap = amfObject({ mp4a: 4, Opus: 4 })
    const cases: [Record<string, AmfValue>, Record<string, AmfValue>][] = [
      [{ fourCcList: ['hvc1'] }, { fourCcList, videoFourCcInfoMap, audioFourCcInfoMap, capsEx: 4 }],
      [
        { videoFourCcInfoMap: amfObject({ '*': 4 }) },
        { fourCcList, videoFourCcInfoMap, audioFourCcInfoMap, capsEx: 4 },
      ],
      [{ capsEx: 3 }, { fourCcList, videoFourCcInfoMap, audioFourCcInfoMap, capsEx: 4 }],
      [{}, {}],
    ]
    for (const [asked, answered] of cases) {
      const { call, responses } = open()
      call(0, 'connect', 1, amfObject({ app: 'live', ...asked }))
      expect(responses()[0]?.[2]).toEqual(amfObject({ fmsVer: 'FMS/3,0,1,123', capabilities: 31, ...answered }))
    }
  })

  it('sends the window, the bandwidth and the chunk size before the result of connect', () => {
    const { sent, connect, responses } = open()
    connect()
    expect(sent.slice(0, 2).map(({ type, payload }) => [type, Buffer.from(payload).toString('hex')])).toEqual([
      [messageTypes.windowAcknowledgementSize, '002625a0'],
      [messageTypes.setPeerBandwidth, '002625a002'],
    ])
    expect(responses()[0]?.slice(0, 2)).toEqual(['_result', 1])
    expect(responses()[0]?.[3]).toEqual(
      amfObject({
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connection succeeded.',
        objectEncoding: 0,
      }),
    )
  })

  it('acknowledges every window of the peer', () => {
    const { session, sent, connect, call, send } = open()
    connect()
    send(encodeUint32(messageTypes.windowAcknowledgementSize, 100_000))
    call(1, 'publish', 2, null, 'KEY', 'live')
    const chunk = encodeChunks(
      { type: messageTypes.dataAmf0, streamId: 1, timestampMs: 0, payload: Buffer.alloc(60_000) },
      4,
      128,
    )
    for (let index = 0; index < 4; index++) session.receive(chunk)
    const acknowledged = sent
      .filter((message) => message.type === messageTypes.acknowledgement)
      .map((message) => Buffer.from(message.payload).readUInt32BE())
    expect(acknowledged).toHaveLength(2)
    expect(acknowledged[1]).toBe(session.bytesReceived)
  })

  it('refuses to play with a reason', () => {
    const { connect, call, responses, log } = open()
    connect()
    call(1, 'play', 3, null, 'KEY')
    const reason = 'This address only receives streams. Watch on the web site.'
    expect(responses().at(-1)).toEqual(statusError('NetStream.Play.Failed', reason))
    expect(log.at(-1)).toBe(reason)
  })

  it('refuses a stream key that is too long without an authorization', () => {
    const { connect, call, responses, log } = open()
    connect()
    call(1, 'publish', 3, null, 'K'.repeat(257), 'live')
    expect(responses().at(-1)).toEqual(statusError('NetStream.Publish.Rejected', 'The stream key is too long.'))
    expect(log).toEqual(['handshake', 'The stream key is too long.'])
  })

  it('reads the key from the address', () => {
    const { connect, call, log } = open()
    connect('live/KEY')
    call(1, 'publish', 3, null, '', 'live')
    expect(log).toContainEqual(address)
  })

  it('drops media that arrives before the response to publish', () => {
    const { session, sink, log } = open({ accept: false })
    session.receive(sessionSeeds.obs!)
    expect(sink.samples).toEqual([])
    expect(log).toEqual(['handshake', address, 'final'])
  })
})

describe('limits', () => {
  const violations: [string, (peer: ReturnType<typeof open>) => void, string][] = [
    ['a command before connect', ({ call }) => call(0, 'createStream', 1), 'command before connect'],
    ['connect twice', ({ connect }) => [connect(), connect()], 'connect twice'],
    [
      'publish twice',
      ({ connect, call }) => [connect(), call(1, 'publish', 2, null, 'a'), call(1, 'publish', 3, null, 'b')],
      'publish twice',
    ],
    [
      'a command without a name',
      ({ send }) => send({ type: 20, streamId: 0, timestampMs: 0, payload: Buffer.of(5) }),
      'without a name',
    ],
    [
      'an empty command',
      ({ send }) => send({ type: 20, streamId: 0, timestampMs: 0, payload: Buffer.alloc(0) }),
      'without a name',
    ],
    [
      'a command of 64 kB',
      ({ send }) => send({ type: 20, streamId: 0, timestampMs: 0, payload: Buffer.alloc(65_537) }),
      'command too long',
    ],
    [
      'deep AMF',
      ({ send }) =>
        send({
          type: 20,
          streamId: 0,
          timestampMs: 0,
          payload: Buffer.from(`0200016100${'0'.repeat(16)}${'03000161'.repeat(40)}`, 'hex'),
        }),
      'nested too deeply',
    ],
    [
      'too much data before publish',
      ({ session }) =>
        session.receive(encodeChunks({ type: 9, streamId: 1, timestampMs: 0, payload: Buffer.alloc(300_000) }, 4, 128)),
      'too much data before publishing',
    ],
  ]
  it.each(violations)('throws a ProtocolError at %s', (_, violate, message) => {
    expect(() => violate(open())).toThrow(
      expect.objectContaining({ name: 'ProtocolError', message: expect.stringContaining(message) }),
    )
  })

  it('makes an encoder name safe for a log line', () => {
    const { session, call } = open()
    call(0, 'connect', 1, amfObject({ app: 'live', flashVer: `a\nb\u202ec\u2028${'x'.repeat(200)}` }))
    expect(session.encoder).toBe(`a b c ${'x'.repeat(94)}`)
  })

  it('prefers the encoder name in the metadata, which is more detailed than that of connect', () => {
    const { session, send, call, connect } = open()
    const metadata = (...values: AmfValue[]) => {
      const { payload } = encodeCommand(1, '@setDataFrame', 0, ...values)
      // A data message has no transaction id, which takes 9 bytes in a command.
      const name = 3 + '@setDataFrame'.length
      const bytes = Buffer.concat([payload.subarray(0, name), payload.subarray(name + 9)])
      send({ type: messageTypes.dataAmf0, streamId: 1, timestampMs: 0, payload: bytes })
    }
    connect()
    call(1, 'publish', 0, null, 'KEY')
    expect(session.encoder).toBe('x')
    metadata('onMetaData', amfObject({ width: 64 }))
    expect(session.encoder).toBe('x')
    metadata('onMetaData', amfObject({ encoder: `obs-output module\n${'!'.repeat(200)}` }))
    expect(session.encoder).toBe(`obs-output module ${'!'.repeat(82)}`)
    metadata('onMetaData', amfObject({ encoder: 'another' }))
    expect(session.encoder).toContain('obs-output module')
  })
})
