import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeChunks } from './chunks/chunk-writer.ts'
import type { RtmpEvent } from './events.ts'
import { createRtmpServer, type RtmpServer } from './server.ts'
import { encodeCommand } from './session/command.ts'
import { handshakePacketBytes } from './session/handshake.ts'
import { sessionSeeds } from './testing/corpus/session-seeds.ts'
import { aacFrame, aacHeader, audioMessage, avcFrame, avcHeader, videoMessage } from './testing/media-messages.ts'
import { connectTestPublisher, type TestPublisher } from './testing/publisher-client.ts'
import { createRecordingSink, type RecordingSink } from './testing/recording-sink.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes)])
/** A valid session up to its media, so that the bytes after it come from a publisher. */
const prelude = Buffer.concat([
  handshake,
  sessionSeeds.everyHeader!.subarray(0, sessionSeeds.everyHeader!.indexOf(avcHeader()) - 12),
])

const strictArray = (depth: number) => `${'0a00000001'.repeat(depth)}05`
const command = (body: string) => encodeChunks({ type: 20, streamId: 0, timestampMs: 0, payload: hex(body) }, 3, 128)

/** Name, bytes, and the reason in the log; undefined when the bytes are legal and the connection continues. */
const attacks: [string, Buffer, RegExp | undefined][] = [
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), /version 3/],
  ['TLS', hex('16030100f4010000f00303'), /version 3/],
  ['an RTMPE handshake', Buffer.alloc(1537, 6), /version 3/],
  ['half a C1', handshake.subarray(0, 700), /no handshake in time/],
  ['half a C2', handshake.subarray(0, 2000), /no handshake in time/],
  ['a handshake and nothing', handshake, /no publish in time/],
  ['garbage after the handshake', Buffer.concat([handshake, Buffer.alloc(5000, 0xee)]), /begins without a header/],
  [
    'a chunk size of 0',
    Buffer.concat([handshake, hex('02 000000 000004 01 00000000 00000000')]),
    /chunk size out of range/,
  ],
  [
    'a chunk size with its first bit set',
    Buffer.concat([handshake, hex('02 000000 000004 01 00000000 80000001')]),
    /chunk size out of range/,
  ],
  [
    'a chunk size of 2 GB, then a message of 16 MB',
    Buffer.concat([
      prelude,
      hex('02 000000 000004 01 00000000 7fffffff 04 000000 ffffff 09 01000000'),
      Buffer.alloc(100_000),
    ]),
    /message too long/,
  ],
  ['an incomplete chunk size', Buffer.concat([handshake, hex('02 000000 000003 01 00000000 000001')]), /ends early/],
  ['an incomplete Abort', Buffer.concat([handshake, hex('02 000000 000001 02 00000000 00')]), /ends early/],
  [
    '1000 Aborts of unknown chunk streams',
    Buffer.concat([handshake, Buffer.concat(Array(1000).fill(hex('02 000000 000004 02 00000000 7fffffff')))]),
    /no publish in time/,
  ],
  [
    '70 chunk streams',
    Buffer.concat([
      handshake,
      ...Array.from({ length: 70 }, (_, id) =>
        hex(`00${id.toString(16).padStart(2, '0')} 000000 000010 09 01000000 ${'00'.repeat(16)}`),
      ),
    ]),
    /too many chunk streams/,
  ],
  [
    '65 incomplete messages of 10 MB',
    Buffer.concat([
      prelude,
      ...Array.from({ length: 65 }, (_, id) =>
        hex(`00${id.toString(16).padStart(2, '0')} 000000 a00000 09 01000000 ${'00'.repeat(128)}`),
      ),
    ]),
    /too much unfinished data|too many chunk streams/,
  ],
  ['a message of 10 MB and a byte', Buffer.concat([prelude, hex('04 000000 a00001 09 01000000')]), /message too long/],
  [
    '300 kB before publish',
    Buffer.concat([
      handshake,
      encodeChunks({ type: 9, streamId: 1, timestampMs: 0, payload: Buffer.alloc(300_000) }, 4, 128),
    ]),
    /before publishing/,
  ],
  [
    'a million chunks of one byte',
    Buffer.concat([
      prelude,
      hex('02 000000 000004 01 00000000 00000001 04 000000 a00000 09 01000000'),
      Buffer.alloc(2_000_000, 0xc4),
    ]),
    /too many small chunks/,
  ],
  [
    'a million empty messages',
    Buffer.concat([prelude, hex('04 000000 000000 09 01000000'), Buffer.alloc(1_000_000, 0xc4)]),
    /too many small chunks/,
  ],
  [
    'AMF nested 10,000 deep',
    Buffer.concat([handshake, command(`020007636f6e6e656374003ff0000000000000${strictArray(10_000)}`)]),
    /nested too deeply/,
  ],
  [
    'an AMF array of 4 billion',
    Buffer.concat([handshake, command('020007636f6e6e656374003ff00000000000000affffffff0505')]),
    /AMF value ends early/,
  ],
  [
    'an AMF string longer than its message',
    Buffer.concat([handshake, command('02ffff636f6e')]),
    /AMF value ends early/,
  ],
  ['an AMF type that does not exist', Buffer.concat([handshake, command('63')]), /unknown AMF type/],
  [
    'connect with a number as its object',
    Buffer.concat([handshake, command('020007636f6e6e656374003ff0000000000000003ff0000000000000')]),
    /no publish in time/,
  ],
  [
    'connect twice',
    Buffer.concat([
      handshake,
      command('020007636f6e6e656374003ff0000000000000'),
      command('020007636f6e6e656374003ff0000000000000'),
    ]),
    /connect twice/,
  ],
  [
    '30,000 pings whose responses are not read',
    Buffer.concat([prelude, ...Array(30_000).fill(hex('02 000000 000006 04 00000000 000600000001'))]),
    undefined,
  ],
  [
    'an aggregate of garbage',
    Buffer.concat([
      prelude,
      encodeChunks({ type: 22, streamId: 1, timestampMs: 0, payload: Buffer.alloc(5000, 9) }, 4, 128),
    ]),
    undefined,
  ],
  [
    'video of garbage',
    Buffer.concat([
      prelude,
      ...Array.from({ length: 50 }, (_, index) => encodeChunks(videoMessage(Buffer.alloc(300, index * 37)), 4, 128)),
    ]),
    undefined,
  ],
]

describe('[T23] malformed RTMP ends only its own connection', () => {
  const events: RtmpEvent[] = []
  const sinks: RecordingSink[] = []
  let server: RtmpServer
  let port = 0
  let regular: TestPublisher
  let framesSent = 0

  beforeAll(async () => {
    server = createRtmpServer({
      authorize: async () => {
        const sink = createRecordingSink()
        sinks.push(sink)
        return { accept: true, sink }
      },
      onEvent: (event) => void events.push(event),
      limits: {
        handshakeTimeoutMs: 300,
        publishTimeoutMs: 300,
        idleTimeoutMs: 60_000,
        closeTimeoutMs: 300,
        maxUnpublishedPerAddress: 1000,
      },
    })
    port = (await server.listen(0, '127.0.0.1')).port
    regular = await connectTestPublisher(port)
    await regular.publish('live', 'regular')
    regular.send(videoMessage(avcHeader()), 4)
    regular.send(audioMessage(aacHeader()), 6)
  })
  afterAll(async () => {
    await regular[Symbol.asyncDispose]()
    await server.close()
  })

  function sendRegularFrame(): void {
    regular.send(videoMessage(avcFrame(framesSent % 60 === 0, 0, 5000), framesSent * 33), 4)
    regular.send(audioMessage(aacFrame(), framesSent * 33), 6)
    framesSent += 1
  }

  /** Sends the bytes, and closes the connection after them when `isLegal`. Resolves when the connection is closed. */
  function attack(bytes: Buffer, isLegal: boolean): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
      socket.resume()
      socket.write(bytes, () => isLegal && socket.end())
    })
  }

  it.each(attacks)('%s', async (_, bytes, reason) => {
    events.length = 0
    const before = sinks[0]!.samples.length
    for (let count = 0; count < 5; count++) sendRegularFrame()
    const closed = attack(bytes, reason === undefined)
    for (let count = 0; count < 5; count++) sendRegularFrame()
    await closed
    await expect.poll(() => sinks[0]!.samples.length - before).toBe(20)
    const errors = events.filter((event) => event.type === 'protocol-error').map((event) => event.reason)
    if (reason) expect(errors).toEqual([expect.stringMatching(reason)])
    else expect(errors).toEqual([])
    expect(events.filter((event) => event.type === 'internal-error')).toEqual([])
  })

  it('every session, ended at 40 places', async () => {
    events.length = 0
    const sessions = Object.values(sessionSeeds).flatMap((session) => {
      const whole = Buffer.concat([handshake, session])
      return Array.from({ length: 40 }, (_, index) => whole.subarray(0, Math.floor((whole.length * index) / 40)))
    })
    await Promise.all(sessions.map((bytes) => attack(bytes, true)))
    expect(events.filter((event) => /error/.test(event.type))).toEqual([])
    expect(sinks.slice(1).every((sink) => sink.endings.length === 1)).toBe(true)
  })

  it('a peer that sends requests without reading the responses', async () => {
    events.length = 0
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    const request = encodeChunks(encodeCommand(0, 'createStream', 9, null, 'x'.repeat(80)), 3, 128)
    socket.write(Buffer.concat([prelude, ...Array<Buffer>(300_000).fill(request)]))
    await expect
      .poll(() => events.find((event) => event.type === 'protocol-error'))
      .toMatchObject({ reason: 'answers are not being read' })
    socket.destroy()
    await closed
  })

  it('200 connections that announce large messages and stall take little memory', async () => {
    const bytes = Buffer.concat([
      prelude,
      hex('02 000000 000004 01 00000000 7fffffff 04 000000 a00000 09 01000000'),
      Buffer.alloc(1000),
    ])
    const beforeBytes = process.memoryUsage().arrayBuffers
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(bytes)
      return socket
    })
    const sinksBefore = sinks.length
    await expect.poll(() => sinks.length - sinksBefore).toBe(200)
    expect(process.memoryUsage().arrayBuffers - beforeBytes).toBeLessThan(200 * 400_000)
    await Promise.all(
      sockets.map((socket) => new Promise<void>((resolve) => socket.on('close', () => resolve()).destroy())),
    )
  })

  it('the regular stream is complete', async () => {
    await expect.poll(() => sinks[0]!.samples.length).toBe(2 * framesSent)
    const video = sinks[0]!.samples.filter((sample) => sample.track === 'video')
    expect(video.map((sample) => sample.dtsMs)).toEqual(Array.from({ length: framesSent }, (_, frame) => frame * 33))
    expect(sinks[0]!.endings).toEqual([])
  })
})
