import { Path, Varint } from '@moq/net'
import { beforeEach, describe, expect, it } from 'vitest'
import { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import { audioConfig, audioSample, gopFrames, sendVideo, videoConfig, videoSample } from '../testing/media.ts'
import { joinRaw, joinWithPeer, type Peer, readGroup } from '../testing/moq-peer.ts'
import { linkServers } from '../testing/server-link.ts'
import { RelayedBroadcast } from './relayed-broadcast.ts'

const path = 'k3f9x2m7q1w8e5r4t6y0'
const name = Path.from(path)
const startMs = 1_800_000_000_000

let clockMs: number
let origin: MoqBroadcast
let relayed: RelayedBroadcast

const options = () => ({ path, tooSlowCode: 4005, now: () => clockMs, monotonicMs: () => clockMs })

function startOrigin(config = videoConfig): MoqBroadcast {
  const broadcast = new MoqBroadcast(options())
  broadcast.source.config(config)
  broadcast.source.config(audioConfig)
  broadcast.source.sample(audioSample(0))
  sendVideo(broadcast.source, 0, gopFrames + 1)
  return broadcast
}

beforeEach(() => {
  clockMs = startMs
  origin = startOrigin()
  relayed = new RelayedBroadcast(options())
})

const subscribe = (peer: Peer, track: string) => peer.connection.consume(name).track(track).subscribe()

type Subscribed = ReturnType<typeof subscribe>

async function nextGroup(track: Subscribed) {
  const group = await track.recvGroup()
  if (!group) throw new Error('the track has ended')
  return group
}

async function readCatalog(track: Subscribed) {
  const [frame] = await readGroup(await nextGroup(track))
  const { video, audio } = JSON.parse(new TextDecoder().decode(frame?.payload))
  return [...Object.keys(video.renditions), ...Object.keys(audio?.renditions ?? {})]
}

/** The numbers that `videoSample` has put into frames. */
const numbersOf = (frames: { payload: Uint8Array }[]) =>
  frames.map(({ payload }) => {
    const [, data] = Varint.decode(payload)
    return new DataView(data.buffer, data.byteOffset).getUint32(0)
  })

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index)

describe('a broadcast of another server', () => {
  it('is taken from there once, however many watch, byte for byte and with its times', async () => {
    const link = linkServers(origin, relayed)
    const peers = [await joinWithPeer(relayed), await joinWithPeer(relayed), await joinWithPeer(relayed)]
    expect(await readCatalog(subscribe(peers[0]!, 'catalog.json'))).toEqual(['source/1', 'audio/1'])
    const tracks = peers.map((peer) => subscribe(peer, 'source/1'))
    const groups = await Promise.all(tracks.map(nextGroup))
    const before = link.receivedBytes
    sendVideo(origin.source, gopFrames + 1, 2 * gopFrames, { bytes: 20_000 })
    origin.source.sample(videoSample(2 * gopFrames))
    for (const group of groups) {
      const frames = await readGroup(group)
      expect(numbersOf(frames)).toEqual(range(gopFrames, 2 * gopFrames))
      expect(frames.map(({ timestampUs }) => timestampUs / 1000 - startMs)).toEqual(
        range(gopFrames, 2 * gopFrames).map((index) => index * 40),
      )
      expect(frames[3]?.payload).toHaveLength(20_008)
    }
    expect(link.receivedBytes - before).toBeLessThan(1.1 * gopFrames * 20_000)
    expect(origin.audience.viewerCount).toBe(0)
    expect(relayed.audience.viewerCount).toBe(3)
  })

  it('costs the other server nothing for tracks that nobody watches here', async () => {
    const link = linkServers(origin, relayed)
    const peer = await joinWithPeer(relayed)
    const track = subscribe(peer, 'source/1')
    await nextGroup(track)
    track.close()
    await expect.poll(() => peer.viewer.isWatching).toBe(false)
    for (const passedMs of [0, 4_000, 2_000]) {
      clockMs += passedMs
      relayed.check()
    }
    const before = link.receivedBytes
    sendVideo(origin.source, gopFrames + 1, 5 * gopFrames, { bytes: 10_000 })
    await Promise.resolve()
    expect(link.receivedBytes - before).toBeLessThan(1_000)
    // Who comes later begins with a key frame, and with none of before.
    const later = subscribe(peer, 'source/1')
    const group = await nextGroup(later)
    sendVideo(origin.source, 5 * gopFrames, 5 * gopFrames + 1)
    expect(numbersOf(await readGroup(group))[0]).toBe(4 * gopFrames)
  })

  it('goes on for those who watch when it moves to a third server', async () => {
    const link = linkServers(origin, relayed)
    const peer = await joinWithPeer(relayed)
    const catalog = subscribe(peer, 'catalog.json')
    expect(await readCatalog(catalog)).toEqual(['source/1', 'audio/1'])
    const track = subscribe(peer, 'source/1')
    const first = await nextGroup(track)
    origin.audience.close(4001, 'moved')
    expect(link.closed).toEqual({ code: 4001 })
    expect(relayed.isConnected).toBe(false)
    expect(numbersOf(await readGroup(first))).toEqual([gopFrames])
    clockMs += 5_000
    const successor = startOrigin()
    linkServers(successor, relayed)
    const group = await nextGroup(track)
    successor.source.sample(videoSample(gopFrames + 1))
    sendVideo(successor.source, gopFrames + 2, 2 * gopFrames + 1)
    const frames = await readGroup(group)
    expect(numbersOf(frames)).toEqual(range(gopFrames, 2 * gopFrames))
    expect(frames[0]!.timestampUs / 1000).toBeGreaterThan(startMs + 5_000)
    expect(peer.closed).toBeUndefined()
  })

  it('begins a new track when the third server has another decoder configuration', async () => {
    linkServers(origin, relayed)
    const peer = await joinWithPeer(relayed)
    const catalog = subscribe(peer, 'catalog.json')
    await readCatalog(catalog)
    const old = subscribe(peer, 'source/1')
    await nextGroup(old)
    origin.audience.close(4001, 'moved')
    linkServers(startOrigin({ ...videoConfig, codecString: 'avc1.640020', width: 1280 }), relayed)
    expect(await readCatalog(catalog)).toEqual(['source/2', 'audio/1'])
    expect(await old.recvGroup()).toBeUndefined()
    expect((await nextGroup(subscribe(peer, 'source/2'))).sequence).toBe(0)
  })

  it('leaves a server that says nothing any more', () => {
    const link = linkServers(origin, relayed)
    link.isCut = true
    clockMs += 3_000
    relayed.check()
    expect(link.closed).toBeUndefined()
    clockMs += 3_001
    relayed.check()
    expect(link.closed).toEqual({ code: undefined })
    expect(relayed.isConnected).toBe(false)
  })

  it('stays with a server whose encoder is away', () => {
    const link = linkServers(origin, relayed)
    for (const _second of range(0, 20)) {
      clockMs += 1_000
      link.viewer.check()
      relayed.check()
    }
    expect(link.closed).toBeUndefined()
  })

  it('has no track that its catalog does not name', async () => {
    linkServers(origin, relayed)
    const peer = await joinWithPeer(relayed)
    await expect(subscribe(peer, 'source/7').recvGroup()).rejects.toThrow()
  })

  it('ends for its viewers with the code of the other server', async () => {
    const link = linkServers(origin, relayed)
    const viewer = joinRaw(relayed)
    origin.end(4000, 'over')
    expect(link.closed).toEqual({ code: 4000 })
    relayed.close(4000, 'over', true)
    expect(viewer.socket.closeCode).toBe(4000)
  })
})
