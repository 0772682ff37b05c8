import { describe, expect, it } from 'vitest'
import { createRandom, mutate, type Random } from '../../rtmp/testing/fuzz/mutation.ts'
import { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import { encodeVarints } from '../wire/varint.ts'
import { announceRequest, hello, join, request, streamFrame, subscribeRequest, trackRequest } from './client-frames.ts'
import { gopFrames, videoConfig, videoSample } from './media.ts'
import { joinRaw, joinWithPeer } from './moq-peer.ts'

/** Always with the same inputs. `npm run fuzz` runs longer, and with other inputs each time. */
const fuzzMs = Number(process.env.WAGGLE_FUZZ_SECONDS_PER_TARGET ?? 60) * 1000
const firstRun = Number(process.env.WAGGLE_FUZZ_FIRST_RUN ?? 0)
const minRuns = 1000
const runsPerFrame = 50

const path = 'k3f9x2m7q1w8e5r4t6y0'
const update = join(encodeVarints(5), Uint8Array.of(80, 1, 0, 0, 0))

/** Conversations that are legal until they are mutated. */
const conversations: Uint8Array[][] = [
  [hello(), streamFrame(0, announceRequest()), streamFrame(4, trackRequest(path, 'source/1'), true)],
  [
    hello(),
    streamFrame(0, subscribeRequest(0, path, 'source/1')),
    streamFrame(0, update),
    streamFrame(0, new Uint8Array(0), true),
  ],
  [
    hello(),
    streamFrame(0, subscribeRequest(0, path, 'catalog.json')),
    encodeVarints(0x05, 3, 0),
    encodeVarints(0x05, 7, 0),
  ],
  [
    hello({ initialMaxData: 500 }),
    streamFrame(0, subscribeRequest(9, path, 'source/1')),
    encodeVarints(0x10, 5000),
    encodeVarints(0x11, 3, 9000),
  ],
  [hello({ initialMaxStreamsUni: 1 }), streamFrame(0, subscribeRequest(0, path, 'source/1')), encodeVarints(0x13, 4)],
  [
    hello(),
    streamFrame(2, Uint8Array.of(1, 1, 0), true),
    join(encodeVarints(0x04, 0, 1, 0), encodeVarints(0x05, 0, 1)),
  ],
  [hello(), streamFrame(0, request(2, 1, path, 'source/1', Uint8Array.of(1, 1), 500, 1, 3)), new Uint8Array(40)],
  [
    hello(),
    join(new Uint8Array(Buffer.from('f48c67529ef8c7bd01', 'hex')), streamFrame(8, announceRequest('x'))),
    encodeVarints(0x1d, 0, 0),
  ],
]

function runConversation(broadcast: MoqBroadcast, random: Random): void {
  const joined = joinRaw(broadcast)
  joined.socket.isStalled = random(4) === 0
  for (const message of conversations[random(conversations.length)] ?? []) {
    const bytes = random(2) ? message : new Uint8Array(mutate(Buffer.from(message), random))
    joined.viewer.receive(bytes)
    if (random(8) === 0) joined.viewer.receive(bytes)
    if (random(8) === 0) joined.viewer.check()
  }
  if (joined.socket.isStalled) joined.socket.drain()
  if (joined.closed?.violation?.startsWith('internal')) throw new Error(joined.closed.violation)
  joined.viewer.disconnected()
}

describe('[T23] what viewers send', () => {
  it(
    'is read or ends their own connection, and another viewer misses nothing',
    async () => {
      const broadcast = new MoqBroadcast({ path, tooSlowCode: 4005, now: () => 1_800_000_000_000 })
      broadcast.source.config(videoConfig)
      let frames = 0
      const sendFrame = () => {
        broadcast.source.sample(videoSample(frames))
        frames += 1
      }
      sendFrame()
      const good = await joinWithPeer(broadcast)
      const track = good.connection
        .consume(path as never)
        .track('source/1')
        .subscribe()
      const received: number[] = []
      const reading = (async () => {
        for (let group = await track.recvGroup(); group; group = await track.recvGroup()) {
          for (let frame = await group.readFrame(); frame; frame = await group.readFrame()) {
            const { payload } = frame
            received.push(new DataView(payload.buffer, payload.byteOffset).getUint32(payload.length - 100))
          }
        }
      })()
      const untilMs = performance.now() + fuzzMs
      let count = 0
      for (; performance.now() < untilMs || count < minRuns; count += 1) {
        try {
          runConversation(broadcast, createRandom(firstRun + count * 7919 + 1))
        } catch (error) {
          throw new Error(`run ${firstRun} + ${count}`, { cause: error })
        }
        if (count % runsPerFrame !== 0) continue
        sendFrame()
        await new Promise((resolve) => setImmediate(resolve))
      }
      while (frames % gopFrames !== 0) sendFrame()
      sendFrame()
      await expect.poll(() => received.length).toBe(frames)
      expect(received).toEqual(Array.from({ length: frames }, (_, index) => index))
      expect(broadcast.audience.viewerCount).toBe(1)
      track.close()
      await reading
    },
    fuzzMs + 60_000,
  )
})
