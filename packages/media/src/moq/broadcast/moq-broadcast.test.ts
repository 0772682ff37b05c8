import type * as Moq from '@moq/net'
import { Path, Varint } from '@moq/net'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sample } from '../../sample.ts'
import { audioConfig, audioSample, frameMs, gopFrames, sendVideo, videoConfig, videoSample } from '../testing/media.ts'
import { joinWithPeer, type Peer, readGroup } from '../testing/moq-peer.ts'
import { MoqBroadcast } from './moq-broadcast.ts'

const nowMs = 1_800_000_000_000
const path = 'k3f9x2m7q1w8e5r4t6y0'
const name = Path.from(path)
const catalogTrack = 'catalog.json'

let clockMs: number
let broadcast: MoqBroadcast

beforeEach(() => {
  clockMs = nowMs
  broadcast = new MoqBroadcast({ path, tooSlowCode: 4005, now: () => clockMs, monotonicMs: () => clockMs })
  broadcast.source.config(videoConfig)
  broadcast.source.config(audioConfig)
})

const consume = (peer: Peer) => peer.connection.consume(name)
const subscribe = (peer: Peer, track: string) => consume(peer).track(track).subscribe({ priority: 60 })

async function nextGroup(track: Moq.Track.Subscriber) {
  const group = await track.recvGroup()
  if (!group) throw new Error('the track has ended')
  return group
}

interface Catalog {
  video?: { renditions: Record<string, object>; display?: object }
  audio?: { renditions: Record<string, object> }
}

async function readCatalog(track: Moq.Track.Subscriber): Promise<Catalog> {
  const [frame] = await readGroup(await nextGroup(track))
  return JSON.parse(new TextDecoder().decode(frame?.payload))
}

/** A frame without its container: presentation time in milliseconds since the start, and the sample. */
function unpack({ payload }: { payload: Uint8Array }) {
  const [timestampUs, data] = Varint.decode(payload)
  return { ptsMs: (timestampUs - nowMs * 1000) / 1000, data }
}

const expected = ({ ptsMs, data }: Sample) => ({ ptsMs, data })

describe('a broadcast for the client of @moq/net', () => {
  it('is announced under its path, and its end too', async () => {
    const peer = await joinWithPeer(broadcast)
    const announced = peer.connection.announced()
    expect(await announced.next()).toEqual({ path, active: true })
    const exact = peer.connection.announced(name)
    expect(await exact.next()).toEqual({ path: '', active: true })
    broadcast.end(4000, 'the broadcast has ended')
    expect(await announced.next()).toEqual({ path, active: false })
    expect(peer.socket.closeCode).toBe(4000)
    expect(peer.closed).toEqual({ violation: undefined })
  })

  it('has a catalog in the hang format', async () => {
    broadcast.source.sample(audioSample(0))
    sendVideo(broadcast.source, 0, gopFrames + 1)
    const peer = await joinWithPeer(broadcast)
    const catalog = await readCatalog(subscribe(peer, catalogTrack))
    expect(catalog.video).toMatchObject({
      display: { width: videoConfig.width, height: videoConfig.height },
      renditions: {
        'source/1': {
          codec: 'avc1.4d400a',
          container: { kind: 'legacy' },
          description: Buffer.from(videoConfig.description).toString('hex'),
          framerate: 25,
          bitrate: 20_000,
          optimizeForLatency: true,
        },
      },
    })
    expect(catalog.audio).toEqual({
      renditions: {
        'audio/1': {
          codec: 'mp4a.40.2',
          sampleRate: 44_100,
          numberOfChannels: 1,
          description: '120856e500',
          container: { kind: 'legacy' },
        },
      },
    })
  })

  it('has a group for every GOP and a frame for every sample, byte for byte and in the order of decoding', async () => {
    const lead = [80, 160, 40, 0]
    const samples = Array.from({ length: 2 * gopFrames + 1 }, (_, index) =>
      videoSample(index, { leadMs: lead[index % 4] ?? 0, bytes: index === gopFrames ? 40_000 : 300 }),
    )
    const peer = await joinWithPeer(broadcast)
    broadcast.source.sample(samples[0]!)
    const track = subscribe(peer, 'source/1')
    const group = await nextGroup(track)
    for (const sample of samples.slice(1)) broadcast.source.sample(sample)
    const groups = [group, await nextGroup(track)]
    expect(groups.map(({ sequence }) => sequence)).toEqual([0, 1])
    const [first, second] = await Promise.all(groups.map(readGroup))
    expect(first!.map(unpack)).toEqual(samples.slice(0, gopFrames).map(expected))
    expect(second!.map(unpack)).toEqual(samples.slice(gopFrames, 2 * gopFrames).map(expected))
    // The protocol's own timestamp is the container's.
    expect(first!.map(({ timestampUs }) => timestampUs / 1000 - nowMs)).toEqual(
      samples.slice(0, gopFrames).map(({ ptsMs }) => ptsMs),
    )
  })

  it('gives audio exact times, whatever milliseconds the encoder sends', async () => {
    const peer = await joinWithPeer(broadcast)
    broadcast.source.sample(audioSample(0))
    const track = subscribe(peer, 'audio/1')
    const group = await nextGroup(track)
    for (let index = 1; index <= 12; index += 1) broadcast.source.sample(audioSample(index))
    const frames = (await readGroup(group)).map(unpack)
    expect(frames).toHaveLength(12)
    frames.forEach(({ ptsMs, data }, index) => {
      expect(ptsMs).toBeCloseTo((index * 1024 * 1000) / 44_100, 2)
      expect(data?.[1]).toBe(index)
    })
  })

  it('starts a new viewer at the newest key frame', async () => {
    sendVideo(broadcast.source, 0, 3 * gopFrames + 4)
    const peer = await joinWithPeer(broadcast)
    const group = await nextGroup(subscribe(peer, 'source/1'))
    expect(group.sequence).toBe(3)
    expect(unpack((await group.readFrame())!)).toEqual(expected(videoSample(3 * gopFrames)))
  })

  it('tells how far B-frames come after their turn', async () => {
    const lead = [80, 160, 40, 0]
    for (let index = 0; index <= gopFrames; index += 1) {
      broadcast.source.sample(videoSample(index, { leadMs: lead[index % 4] ?? 0 }))
    }
    const peer = await joinWithPeer(broadcast)
    const { video } = await readCatalog(subscribe(peer, catalogTrack))
    expect(Object.values(video!.renditions)).toMatchObject([{ jitter: 160 - frameMs }])
  })

  it('begins a new track with a new configuration, and says so in the catalog', async () => {
    sendVideo(broadcast.source, 0, gopFrames + 1)
    const peer = await joinWithPeer(broadcast)
    const catalogs = subscribe(peer, catalogTrack)
    expect(Object.keys((await readCatalog(catalogs)).video!.renditions)).toEqual(['source/1'])
    const old = subscribe(peer, 'source/1')
    const oldGroup = await nextGroup(old)
    broadcast.source.config({ ...videoConfig, width: 1280, height: 720, codecString: 'avc1.64001f' })
    // Media before the next key frame has no decoder.
    sendVideo(broadcast.source, gopFrames + 1, 2 * gopFrames + 1)
    const { video } = await readCatalog(catalogs)
    expect(video!.renditions).toMatchObject({ 'source/2': { codec: 'avc1.64001f', codedWidth: 1280 } })
    expect(await readGroup(oldGroup)).toHaveLength(1)
    expect(await old.recvGroup()).toBeUndefined()
    const group = await nextGroup(subscribe(peer, 'source/2'))
    expect(unpack((await group.readFrame())!)).toEqual(expected(videoSample(2 * gopFrames)))
  })

  it('continues the same track when the encoder reconnects, later on the timeline', async () => {
    sendVideo(broadcast.source, 0, gopFrames + 1)
    const peer = await joinWithPeer(broadcast)
    const track = subscribe(peer, 'source/1')
    const before = await nextGroup(track)
    broadcast.interrupt()
    expect(await readGroup(before)).toHaveLength(1)
    clockMs += 20_000
    broadcast.source.config(videoConfig)
    broadcast.source.sample(videoSample(3))
    broadcast.source.sample(videoSample(gopFrames))
    const group = await nextGroup(track)
    expect(unpack((await group.readFrame())!).ptsMs).toBe(20_000)
  })

  it('adds a rendition to the catalog when it has media, and removes it', async () => {
    sendVideo(broadcast.source, 0, 2 * gopFrames)
    const peer = await joinWithPeer(broadcast)
    const catalogs = subscribe(peer, catalogTrack)
    await readCatalog(catalogs)
    const rung = broadcast.addRendition('480p')
    rung.config({ ...videoConfig, width: 854, height: 480 })
    rung.config(audioConfig)
    rung.sample(audioSample(0))
    sendVideo(rung, 0, gopFrames + 1)
    const { video, audio } = await readCatalog(catalogs)
    expect(Object.keys(video!.renditions)).toEqual(['source/1', '480p/1'])
    expect(audio).toBeUndefined()
    const group = await nextGroup(subscribe(peer, '480p/1'))
    expect(unpack((await group.readFrame())!)).toEqual(expected(videoSample(gopFrames)))
    broadcast.removeRendition('480p')
    expect(Object.keys((await readCatalog(catalogs)).video!.renditions)).toEqual(['source/1'])
  })

  it('refuses a track and a broadcast that do not exist', async () => {
    const peer = await joinWithPeer(broadcast)
    await expect(consume(peer).track('nothing').info()).rejects.toThrow('remote error: 1')
    const other = peer.connection.consume(Path.from('another')).track(catalogTrack)
    await expect(other.info()).rejects.toThrow('remote error: 1')
    expect(peer.closed).toBeUndefined()
  })

  it('stops sending when the viewer unsubscribes', async () => {
    sendVideo(broadcast.source, 0, 1)
    const peer = await joinWithPeer(broadcast)
    const track = subscribe(peer, 'source/1')
    await nextGroup(track)
    expect(peer.viewer.isWatching).toBe(true)
    track.close()
    await expect.poll(() => peer.viewer.isWatching).toBe(false)
  })
})
