import { describe, expect, it } from 'vitest'
import { MoqBroadcast } from '../broadcast/moq-broadcast.ts'
import { audioConfig, audioSample, frameMs, gopFrames, sendVideo, videoConfig, videoSample } from '../testing/media.ts'
import { joinRaw } from '../testing/moq-peer.ts'
import { MoqError } from '../wire/moq-error.ts'
import { MoqClient } from './moq-client.ts'

interface Taken {
  index: number
  timestampUs: number
  bytes: Uint8Array
}

const startMs = 1_700_000_000_000

/** A broadcast with video and audio, two groups of video old. */
function startBroadcast() {
  let nowMs = startMs
  const broadcast = new MoqBroadcast({ path: 'abc', tooSlowCode: 4005, now: () => nowMs, monotonicMs: () => nowMs })
  broadcast.source.config(videoConfig)
  broadcast.source.config(audioConfig)
  broadcast.source.sample(audioSample(0))
  sendVideo(broadcast.source, 0, 2 * gopFrames + 3)
  nowMs += (2 * gopFrames + 3) * frameMs
  return broadcast
}

/** A viewer of ours at our server, with all bytes in memory. */
async function join(broadcast: MoqBroadcast) {
  const joined = joinRaw(broadcast)
  let pongs = 0
  const client = new MoqClient({
    broadcast: 'abc',
    send: (message) => joined.viewer.receive(message),
    onPong: () => {
      pongs += 1
    },
  })
  const settle = async () => {
    // The broadcast sends in a microtask.
    await new Promise((resolve) => setImmediate(resolve))
    while (joined.socket.messages.length > 0) {
      for (const message of joined.socket.messages.splice(0)) client.receive(message)
      // What it could not send at once, the server sends when the socket has drained.
      joined.viewer.send()
    }
  }
  const subscribe = (track: string) => {
    const taken: Taken[] = []
    const state = { taken, hasEnded: false, skips: 0, cancel: (): void => undefined }
    state.cancel = client.subscribe(track, 60, {
      frame: ({ index, timestampUs, payload }) => taken.push({ index, timestampUs, bytes: payload.slice() }),
      ended: () => {
        state.hasEnded = true
      },
      skipped: () => {
        state.skips += 1
      },
    })
    return state
  }
  await settle()
  return { ...joined, joined, client, subscribe, settle, pongs: () => pongs }
}

describe('a client of ours at our server', () => {
  it('[PLAYER-16] receives the catalog, and video from the newest key frame on', async () => {
    const broadcast = startBroadcast()
    const { subscribe, settle, joined } = await join(broadcast)
    const catalog = subscribe('catalog.json')
    const video = subscribe('source/1')
    await settle()
    const text = new TextDecoder().decode(catalog.taken[0]?.bytes)
    expect(Object.keys(JSON.parse(text).video.renditions)).toEqual(['source/1'])
    expect(video.taken.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(video.taken.map(({ timestampUs }) => timestampUs - startMs * 1000)).toEqual(
      [20, 21, 22].map((frame) => frame * frameMs * 1000),
    )
    broadcast.source.sample(videoSample(23))
    await settle()
    // hang's "legacy" container: the timestamp in eight bytes, then the sample.
    expect(video.taken.at(-1)?.bytes.subarray(8)).toEqual(videoSample(23).data)
    expect(joined.closed).toBeUndefined()
  })

  it('reads a frame of many messages, and the next groups', async () => {
    const broadcast = startBroadcast()
    const { subscribe, settle } = await join(broadcast)
    const video = subscribe('source/1')
    await settle()
    const large = videoSample(23, { bytes: 300_000 })
    broadcast.source.sample(large)
    sendVideo(broadcast.source, 24, 3 * gopFrames + 2)
    await settle()
    expect(video.taken.at(3)?.bytes.subarray(8)).toEqual(large.data)
    expect(video.taken.slice(-3).map(({ index }) => index)).toEqual([9, 0, 1])
  })

  it('continues at the newest key frame where the server has skipped', async () => {
    const broadcast = startBroadcast()
    const { subscribe, settle, socket } = await join(broadcast)
    const video = subscribe('source/1')
    await settle()
    socket.isStalled = true
    sendVideo(broadcast.source, 23, 12 * gopFrames + 1, { bytes: 50_000 })
    await settle()
    socket.isStalled = false
    socket.drain()
    await settle()
    // Whatever was sent of a group before it was skipped, what follows is the beginning of another.
    const starts = video.taken.filter(({ index }, at) => index !== (video.taken[at - 1]?.index ?? 0) + 1 && at > 0)
    expect(starts.every(({ index }) => index === 0)).toBe(true)
    expect(video.skips).toBeGreaterThan(0)
    expect(video.taken.at(-1)?.timestampUs).toBe(startMs * 1000 + 12 * gopFrames * frameMs * 1000)
  })

  it('learns that a track does not exist, and that one has ended', async () => {
    const broadcast = startBroadcast()
    const { subscribe, settle } = await join(broadcast)
    const missing = subscribe('720p/1')
    const video = subscribe('source/1')
    await settle()
    expect([missing.hasEnded, video.hasEnded]).toEqual([true, false])
    broadcast.removeRendition('source')
    await settle()
    expect(video.hasEnded).toBe(true)
  })

  it('receives nothing more of a track that it has cancelled, and may subscribe as often as it likes', async () => {
    const broadcast = startBroadcast()
    const { subscribe, settle, joined } = await join(broadcast)
    for (let round = 0; round < 90; round += 1) {
      const video = subscribe('source/1')
      await settle()
      video.cancel()
      const { length } = video.taken
      expect(length).toBe(3)
    }
    const cancelled = subscribe('source/1')
    await settle()
    cancelled.cancel()
    broadcast.source.sample(videoSample(23))
    await settle()
    expect(cancelled.taken).toHaveLength(3)
    expect(joined.closed).toBeUndefined()
  })

  it('is answered when it asks for a sign of life, and answers itself', async () => {
    const { client, settle, pongs, joined } = await join(startBroadcast())
    client.ping()
    await settle()
    expect(pongs()).toBe(1)
    expect(joined.closed).toBeUndefined()
  })

  it('refuses malformed bytes', async () => {
    const { client } = await join(startBroadcast())
    expect(() => client.receive(Uint8Array.of(0x3f))).toThrow(MoqError)
    // A group whose head is longer than its fields.
    expect(() => client.receive(Uint8Array.of(0x0a, 0x03, 5, 0, 3, 0, 0, 0))).toThrow(MoqError)
  })
})
