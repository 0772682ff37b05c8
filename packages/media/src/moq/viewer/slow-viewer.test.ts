import { beforeEach, describe, expect, it } from 'vitest'
import { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import { defaultMoqLimits } from '../limits.ts'
import { hello, streamFrame, subscribeRequest } from '../testing/client-frames.ts'
import { gopFrames, sendVideo, videoConfig, videoSample } from '../testing/media.ts'
import { joinRaw, joinWithPeer, readGroup } from '../testing/moq-peer.ts'

const path = 'k3f9x2m7q1w8e5r4t6y0'
/** A GOP of 1.5 MB. */
const big = { bytes: 150_000 }

let broadcast: MoqBroadcast

beforeEach(() => {
  broadcast = new MoqBroadcast({ path, tooSlowCode: 4005, now: () => 1_800_000_000_000, monotonicMs: () => 0 })
  broadcast.source.config(videoConfig)
})

/** Microtasks: what arrives together is sent together. */
const sent = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a viewer who reads slowly', () => {
  it('is skipped to the newest key frame, while the others miss nothing', async () => {
    const [slow, good] = [await joinWithPeer(broadcast), await joinWithPeer(broadcast)]
    sendVideo(broadcast.source, 0, 1, big)
    const tracks = [slow, good].map((peer) =>
      peer.connection
        .consume(path as never)
        .track('source/1')
        .subscribe(),
    )
    await Promise.all(tracks.map((track) => track.recvGroup()))
    slow.socket.isStalled = true
    const goodFrames: number[] = []
    for (let gop = 0; gop < 5; gop += 1) {
      for (let frame = 1; frame <= gopFrames; frame += 1) {
        broadcast.source.sample(videoSample(gop * gopFrames + frame, big))
        await sent()
      }
      expect(slow.socket.transport.queuedBytes).toBeLessThan(defaultMoqLimits.maxQueuedBytes + 20_000)
    }
    slow.socket.isStalled = false
    slow.socket.drain()
    slow.viewer.send()
    expect((await tracks[0]!.recvGroup())?.sequence).toBe(5)
    for (let sequence = 1; sequence < 5; sequence += 1) {
      const group = await tracks[1]!.recvGroup()
      expect(group?.sequence).toBe(sequence)
      goodFrames.push((await readGroup(group!)).length)
    }
    expect(goodFrames).toEqual([10, 10, 10, 10])
    expect(slow.closed).toBeUndefined()
  })

  it('for less than a second misses nothing', async () => {
    const peer = await joinWithPeer(broadcast)
    sendVideo(broadcast.source, 0, 1)
    const track = peer.connection
      .consume(path as never)
      .track('source/1')
      .subscribe()
    const group = await track.recvGroup()
    peer.socket.isStalled = true
    sendVideo(broadcast.source, 1, gopFrames + 3)
    await sent()
    peer.socket.isStalled = false
    peer.socket.drain()
    peer.viewer.send()
    expect(await readGroup(group!)).toHaveLength(gopFrames)
    expect((await track.recvGroup())?.sequence).toBe(1)
  })

  it('gets no more than it allows, and continues where it stopped', async () => {
    const { viewer, socket } = joinRaw(broadcast)
    sendVideo(broadcast.source, 0, 1, big)
    viewer.receive(hello({ initialMaxData: 50_000 }))
    viewer.receive(streamFrame(0, subscribeRequest(0, path, 'source/1')))
    const bytes = () => socket.messages.reduce((sum, message) => sum + message.length, 0)
    expect(bytes()).toBeGreaterThan(49_000)
    expect(bytes()).toBeLessThan(50_500)
    // MAX_DATA: 2^20 bytes.
    viewer.receive(new Uint8Array(Buffer.from('1080100000', 'hex')))
    expect(bytes()).toBeGreaterThan(150_000)
    expect(bytes()).toBeLessThan(151_000)
  })

  it('in a GOP that never ends costs no more than 16 MB, and continues at the next key frame', async () => {
    const peer = await joinWithPeer(broadcast)
    sendVideo(broadcast.source, 0, 1, big)
    const track = peer.connection
      .consume(path as never)
      .track('source/1')
      .subscribe()
    await track.recvGroup()
    peer.socket.isStalled = true
    sendVideo(broadcast.source, 1, 200, { ...big, key: false })
    await sent()
    expect(peer.socket.transport.queuedBytes).toBeLessThan(defaultMoqLimits.maxQueuedBytes + 20_000)
    peer.socket.isStalled = false
    peer.socket.drain()
    peer.viewer.send()
    sendVideo(broadcast.source, 200, 201, { key: true })
    expect((await track.recvGroup())?.sequence).toBe(1)
  })

  it('and whom skipping does not help is sent away, not one who reads nothing for a while', async () => {
    const [slow, away] = [await joinWithPeer(broadcast), await joinWithPeer(broadcast)]
    sendVideo(broadcast.source, 0, 1, big)
    for (const { connection } of [slow, away]) {
      await connection
        .consume(path as never)
        .track('source/1')
        .subscribe()
        .recvGroup()
    }
    slow.socket.isStalled = true
    away.socket.isStalled = true
    for (let gop = 0; gop < 10; gop += 1) {
      expect({ gop, isThere: slow.closed === undefined }).toEqual({ gop, isThere: gop < defaultMoqLimits.maxSkips })
      for (let frame = 1; frame <= gopFrames; frame += 1) {
        broadcast.source.sample(videoSample(gop * gopFrames + frame, big))
        await sent()
      }
      // It takes a quarter of a megabyte in 400 ms.
      slow.socket.drain()
      slow.viewer.send()
    }
    expect(slow.socket.closeCode).toBe(4005)
    expect(slow.closed).toEqual({ violation: undefined })
    expect(away.closed).toBeUndefined()
  })
})
