import { beforeEach, describe, expect, it } from 'vitest'
import { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import { defaultMoqLimits } from '../limits.ts'
import {
  announceRequest,
  clientParameters,
  hello,
  join,
  request,
  streamFrame,
  subscribeRequest,
  trackRequest,
} from '../testing/client-frames.ts'
import { gopFrames, sendVideo, videoConfig } from '../testing/media.ts'
import { joinRaw, joinWithPeer, readGroup } from '../testing/moq-peer.ts'
import { encodeVarints } from '../wire/varint.ts'

const path = 'k3f9x2m7q1w8e5r4t6y0'
const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const many = (count: number, make: (index: number) => Uint8Array) =>
  Array.from({ length: count }, (_, index) => make(index))
const text = new TextEncoder()

/** Name, the WebSocket messages of the viewer, and why its connection ends. */
const violations: [string, Uint8Array[], RegExp][] = [
  ['text', [text.encode('GET / HTTP/1.1\r\n\r\n')], /unknown type/],
  ['a stream before the transport parameters', [streamFrame(0, announceRequest())], /wrong place/],
  ['transport parameters twice', [hello(), hello()], /wrong place/],
  ['a transport parameter twice', [hex('ff5153300d0a0d0a 06 040100 040100')], /given twice/],
  ['transport parameters that end early', [hex('ff5153300d0a0d0a 20 0401')], /ends early/],
  ['a transport parameter longer than its value', [hex('ff5153300d0a0d0a 04 04020000')], /longer than its fields/],
  ['a record size below the minimum', [hex('ff5153300d0a0d0a 0a c571c59429cd0845 01 3f')], /minimum/],
  ['an unknown frame', [hello(), hex('3f')], /unknown type/],
  ['a frame without its fields', [hello(), hex('11 40')], /ends early/],
  ['a STREAM frame longer than the record', [hello(), hex('0a 00 7fff 01')], /ends early/],
  ['data on a stream of the server', [hello(), streamFrame(3, hex('00'))], /stream of ours/],
  ['a stream number beyond the limit', [hello(), streamFrame(4 * 32, hex('01'))], /too many streams/],
  [
    'a stream number of 2^60',
    [hello(), join(encodeVarints(0x0a), hex('d000000000000000 01 01'))],
    /too many streams|stream of ours/,
  ],
  ['33 open streams', [hello(), ...many(33, (index) => streamFrame(4 * index, hex('01')))], /too many streams/],
  [
    '200 streams that are finished at once',
    [hello(), ...many(200, (index) => streamFrame(4 * index, trackRequest(path, 'source/1'), true))],
    /too many streams/,
  ],
  ['a message of 5,000 bytes', [hello(), streamFrame(0, hex('01 5388'))], /too long/],
  ['a message of 2^60 bytes', [hello(), streamFrame(0, hex('02 d000000000000000'))], /too long/],
  [
    '10,000 bytes before a message ends',
    [hello(), streamFrame(0, new Uint8Array(10_000).fill(0x41))],
    /too long|than allowed/,
  ],
  ['a reset that claims 2^60 bytes', [hello(), hex('04 00 00 d000000000000000')], /more bytes/],
  ['a request with bytes left over', [hello(), streamFrame(0, request(1, '', 0, 0))], /longer than its fields/],
  ['a request that ends early', [hello(), streamFrame(0, request(2, 1, path))], /ends early/],
  ['a name that is not UTF-8', [hello(), streamFrame(0, request(6, hex('02 c328'), 'x'))], /not UTF-8/],
  ['a path of 33 parts', [hello(), streamFrame(0, request(6, 'a/'.repeat(33), 'x'))], /too many parts/],
  ['a flag of 2', [hello(), streamFrame(0, request(2, 1, path, 'source/1', hex('3c 02 00 00 00')))], /neither 0 nor 1/],
  [
    'one subscription id twice',
    [
      hello(),
      streamFrame(0, subscribeRequest(1, path, 'source/1')),
      streamFrame(4, subscribeRequest(1, path, 'source/1')),
    ],
    /used twice/,
  ],
  [
    'a malformed update',
    [hello(), streamFrame(0, join(subscribeRequest(1, path, 'source/1'), hex('02 3c00')))],
    /ends early/,
  ],
  ['an answer to a ping that was never sent', [hello(), hex('f48c67529ef8c7be 07')], /never sent/],
  [
    '6,000 frames at once',
    [hello(), new Uint8Array(12_000).fill(0x10).map((byte, index) => (index % 2 ? 1 : byte))],
    /too many frames/,
  ],
  ['a reason of 16 kB', [hello(), hex('1d 00 7d00')], /reason is too long/],
  [
    'no room for an answer',
    [hello({ initialMaxStreamDataBidiLocal: 3 }), streamFrame(0, announceRequest())],
    /too little is allowed/,
  ],
]

/** Name and messages that are legal, however strange. */
const oddities: [string, Uint8Array[]][] = [
  ['nothing but padding', [hello(), new Uint8Array(1000)]],
  ['an empty message', [new Uint8Array(0), hello()]],
  [
    'streams out of order',
    [hello(), streamFrame(8, announceRequest()), streamFrame(0, announceRequest()), streamFrame(4, announceRequest())],
  ],
  [
    'a request byte for byte',
    [hello(), ...many(announceRequest().length, (at) => streamFrame(0, announceRequest().subarray(at, at + 1)))],
  ],
  [
    'requests that are not offered',
    [hello(), ...[3, 4, 7, 60].map((type, index) => streamFrame(4 * index, encodeVarints(type)))],
  ],
  ['a data stream of an unknown type', [hello(), streamFrame(2, hex('25 00'))]],
  ['a stream that was closed before', [hello(), streamFrame(0, announceRequest(), true), streamFrame(0, hex('ffff'))]],
  ['a reset of every stream', [hello(), ...many(20, (index) => join(encodeVarints(0x04, 4 * index, 0, 0)))]],
  ['STOP_SENDING of streams that do not exist', [hello(), ...many(20, (index) => encodeVarints(0x05, index, 0))]],
  ['credit for streams that do not exist', [hello(), ...many(20, (index) => encodeVarints(0x11, index, 2 ** 40))]],
  ['credit that goes back', [hello(), encodeVarints(0x10, 1), encodeVarints(0x13, 0)]],
  [
    'nothing that may be sent',
    [
      hello({ ...clientParameters, initialMaxData: 0, initialMaxStreamsUni: 0 }),
      streamFrame(0, subscribeRequest(0, path, 'source/1')),
    ],
  ],
]

let broadcast: MoqBroadcast
let clockMs: number

beforeEach(() => {
  clockMs = 0
  broadcast = new MoqBroadcast({ path, tooSlowCode: 4005, now: () => 1_800_000_000_000, monotonicMs: () => clockMs })
  broadcast.source.config(videoConfig)
  sendVideo(broadcast.source, 0, 5)
})

describe('a viewer that sends', () => {
  it.each(violations)('%s is disconnected with the reason', (_name, messages, reason) => {
    const { viewer, socket, closed } = sendAll(messages)
    expect(closed?.violation).toMatch(reason)
    expect(socket.closeCode).toBe(1002)
    // The last message is a CONNECTION_CLOSE, and nothing follows.
    expect(socket.messages.at(-1)?.[0]).toBe(0x1c)
    const sent = socket.messages.length
    viewer.receive(hello())
    viewer.send()
    viewer.check()
    expect(socket.messages).toHaveLength(sent)
  })

  it.each(oddities)('%s stays connected', (_name, messages) => {
    expect(sendAll(messages).closed).toBeUndefined()
  })

  it('more subscriptions than allowed gets the surplus refused', () => {
    const { socket } = sendAll([
      hello(),
      ...many(9, (index) => streamFrame(4 * index, subscribeRequest(index, path, 'source/1'))),
    ])
    const refused = socket.messages.filter(([type]) => type === 0x04).map((message) => message[1])
    expect(refused).toEqual([4 * defaultMoqLimits.maxSubscriptions])
  })

  it.each(violations)('%s takes nothing from another viewer', async (_name, messages) => {
    const good = await joinWithPeer(broadcast)
    const track = good.connection
      .consume(path as never)
      .track('source/1')
      .subscribe()
    const group = await track.recvGroup()
    sendAll(messages)
    sendVideo(broadcast.source, 5, gopFrames + 1)
    expect(await readGroup(group!)).toHaveLength(gopFrames)
    expect(good.closed).toBeUndefined()
  })

  function sendAll(messages: Uint8Array[]) {
    const joined = joinRaw(broadcast)
    for (const message of messages) joined.viewer.receive(message)
    return joined
  }
})

describe('a viewer that takes its time', () => {
  it.each([
    ['before its transport parameters', [], defaultMoqLimits.handshakeTimeoutMs, /no transport parameters in time/],
    [
      'and sends nothing any more',
      [hello(), streamFrame(0, subscribeRequest(0, path, 'source/1'))],
      defaultMoqLimits.idleTimeoutMs,
      /silent/,
    ],
  ] as [string, Uint8Array[], number, RegExp][])('%s is disconnected', (_name, messages, limitMs, reason) => {
    const joined = joinRaw(broadcast)
    for (const message of messages) joined.viewer.receive(message)
    clockMs += limitMs
    joined.viewer.check()
    expect(joined.closed).toBeUndefined()
    clockMs += 1
    joined.viewer.check()
    expect(joined.closed?.violation).toMatch(reason)
  })

  it('without a subscription is disconnected, and with one is not', () => {
    const [idle, watching] = [joinRaw(broadcast), joinRaw(broadcast)]
    watching.viewer.receive(hello())
    watching.viewer.receive(streamFrame(0, subscribeRequest(0, path, 'source/1')))
    idle.viewer.receive(hello())
    for (let second = 0; second <= defaultMoqLimits.unsubscribedTimeoutMs / 1000; second += 1) {
      for (const { viewer } of [idle, watching]) {
        viewer.receive(encodeVarints(0))
        viewer.check()
      }
      clockMs += 1000
    }
    idle.viewer.check()
    expect(idle.closed?.violation).toMatch(/no subscription/)
    expect(watching.closed).toBeUndefined()
  })

  it('is asked whether it is still there', () => {
    const { viewer, socket } = joinRaw(broadcast)
    viewer.receive(hello())
    socket.messages.splice(0)
    clockMs += defaultMoqLimits.pingAfterMs + 1
    viewer.check()
    viewer.check()
    expect(socket.messages.map((message) => Buffer.from(message).toString('hex'))).toEqual(['f48c67529ef8c7bd00'])
  })
})
