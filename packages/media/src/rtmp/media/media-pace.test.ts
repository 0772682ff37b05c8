import { afterEach, describe, expect, it } from 'vitest'
import type { RtmpLimits } from '../limits.ts'
import { createRtmpServer, type RtmpServer } from '../server.ts'
import { avcFrame, avcHeader, videoMessage } from '../testing/media-messages.ts'
import { connectTestPublisher, type TestPublisher } from '../testing/publisher-client.ts'
import { createRecordingSink } from '../testing/recording-sink.ts'
import { MediaPace } from './media-pace.ts'

const servers: RtmpServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function start(limits: Partial<RtmpLimits>, maxBitsPerSecond?: () => number | undefined) {
  const sink = createRecordingSink()
  const server = createRtmpServer({
    authorize: async () => ({ accept: true, sink, ...(maxBitsPerSecond && { maxBitsPerSecond }) }),
    limits,
  })
  servers.push(server)
  const { port } = await server.listen(0, '127.0.0.1')
  const client = await connectTestPublisher(port, { chunkSizeBytes: 65_536 })
  await client.publish('live', 'a key')
  client.send(videoMessage(avcHeader()), 6)
  return { sink, client, received: () => sink.samples.reduce((sum, { data }) => sum + data.length, 0) }
}

const frameBytes = 100_000

function sendFrames(client: TestPublisher, frames: number, frameMs: number): void {
  for (let n = 0; n < frames; n += 1) client.send(videoMessage(avcFrame(n % 20 === 0, 0, frameBytes), n * frameMs), 6)
}

describe('[ADMIT-5] [T35] a publisher', () => {
  it('that sends far ahead of real time is read slower, and loses nothing', async () => {
    const perSecond = 4_000_000
    const { client, received, sink } = await start({ maxMediaBytesPerSecond: perSecond, mediaBurstBytes: 2_000_000 })
    const startMs = performance.now()
    // Ten seconds of media at 1 MB/s, at once.
    sendFrames(client, 100, 100)
    let most = 0
    while (received() < 100 * frameBytes) {
      const allowed = 2_000_000 + ((performance.now() - startMs) / 1000) * perSecond
      // One read of a socket is beyond it at most.
      most = Math.max(most, received() - allowed)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(most).toBeLessThan(200_000)
    expect(performance.now() - startMs).toBeGreaterThan(1900)
    expect(sink.samples).toHaveLength(100)
    expect(sink.endings).toEqual([])
    await client[Symbol.asyncDispose]()
  })

  it.each([
    ['beyond a limit of its own', 2_500_000, 40, () => 2_000_000, '2000'],
    ['with timestamps that hardly advance', 400_000, 1, undefined, '3200'],
  ])('whose media has more than it may is ended and told: %s', async (_, most, frameMs, limit, told) => {
    const { client, sink } = await start({ maxMediaBytesPerSecond: most, mediaBurstBytes: 4_000_000 }, limit)
    sendFrames(client, 100, frameMs)
    const reason = `The encoder sends more than ${told} kbit/s, the most that this site takes. Lower its bitrate and start again.`
    expect(await sink.whenEnded).toBe(reason)
    await client.whenClosed
    const status = client.received.filter(({ payload }) => Buffer.from(payload).includes('NetStream.Publish.Rejected'))
    expect(status).toHaveLength(1)
  })
})

describe('[ADMIT-5] the bitrate', () => {
  const secondOf = (pace: MediaPace, second: number, bytes: number) => {
    for (let part = 0; part < 10; part += 1) {
      pace.receive(bytes / 10)
      pace.advance(second * 1000 + part * 100)
    }
  }
  const paceWith = (kilobits: number) => {
    let nowMs = 0
    const pace = new MediaPace({
      maxMediaBytesPerSecond: 6_250_000,
      mediaBurstBytes: 100_000,
      maxBitsPerSecond: () => kilobits * 1000,
      now: () => nowMs,
    })
    return { pace, advanceClock: (ms: number) => (nowMs += ms) }
  }

  it('may be exceeded for seconds, and by a quarter for ever', () => {
    const { pace, advanceClock } = paceWith(8000)
    for (let second = 0; second < 600; second += 1) {
      advanceClock(1000)
      secondOf(pace, second, second % 60 < 5 ? 2_000_000 : 1_150_000)
      expect(pace.exceeded, `second ${second}`).toBeUndefined()
    }
    for (let second = 600; second < 640; second += 1) {
      advanceClock(1000)
      secondOf(pace, second, 2_000_000)
    }
    expect(pace.exceeded).toBe(8_000_000)
  })

  it('is measured by the time that passes where timestamps run ahead', () => {
    const { pace, advanceClock } = paceWith(8000)
    for (let second = 0; second < 200 && pace.exceeded === undefined; second += 1) {
      advanceClock(100)
      secondOf(pace, second, 1_000_000)
    }
    expect(pace.exceeded).toBe(8_000_000)
  })

  it('goes on after the clock of the encoder began anew', () => {
    const { pace, advanceClock } = paceWith(8000)
    for (let second = 0; second < 120; second += 1) {
      advanceClock(1000)
      secondOf(pace, second % 30, 1_000_000)
    }
    expect(pace.exceeded).toBeUndefined()
  })
})
