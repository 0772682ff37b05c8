import type { Publisher } from '@waggle/media/rtmp/media/publisher'
import type { AudioConfig, Sample, VideoConfig } from '@waggle/media/sample'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createMemoryState } from '../../shared-state/memory.ts'
import type { MediaContext } from '../context.ts'
import { HealthReport } from './health-report.ts'

const video: VideoConfig = {
  track: 'video',
  codec: 'avc',
  codecString: 'avc1.64001f',
  width: 1280,
  height: 720,
  description: new Uint8Array(8),
}
const audio: AudioConfig = {
  track: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRateHz: 48_000,
  channels: 2,
  samplesPerFrame: 1024,
  description: new Uint8Array(2),
}
/** raw_data_block: one channel without a band that has a codebook, and the end (ISO/IEC 14496-3 section 4.4.2.1). */
const silence = Uint8Array.of(0, 0, 0, 7)
const publisher = { encoder: 'obs-output module' } as Publisher
const frameMs = 20

/** A report on alice's broadcast, and an encoder whose frames, 50 a second of 1,000 bytes, arrive as they are made. */
function open({ isContinued = false } = {}) {
  let nowMs = 1_800_000_000_000
  const now = () => nowMs
  const state = createMemoryState(now)
  const context = { state, now, log: pino({ level: 'silent' }) } as unknown as MediaContext
  const source = () => ({ keyIntervalMs: 2000 })
  const identity = { id: 'stream', username: 'alice', isContinued }
  const report = new HealthReport(context, { ...identity, source, recording: () => undefined })
  let dtsMs = 0
  const send = (track: Sample['track'], bytes: number | Uint8Array) => {
    const data = typeof bytes === 'number' ? new Uint8Array(bytes).fill(0x55) : bytes
    report.sample({ track, dtsMs, ptsMs: dtsMs, key: true, data })
  }
  return {
    report,
    /** Sends frames. Each arrives `lateMs` later than its predecessor, relative to the encoder's clock. */
    play(frames: number, { lateMs = 0, sound }: { lateMs?: number; sound?: number | Uint8Array } = {}) {
      for (let frame = 0; frame < frames; frame += 1) {
        send('video', 1000)
        if (sound !== undefined) send('audio', sound)
        dtsMs += frameMs
        nowMs += frameMs + lateMs
        // As a broadcast does every second.
        if (dtsMs % 1000 === 0) report.publish(true, nowMs)
      }
    },
    skip(ms: number) {
      dtsMs += ms
      nowMs += Math.max(0, ms)
    },
    wait(ms: number) {
      nowMs += ms
    },
    async health() {
      report.publish(true, nowMs)
      const published = await state.findFact('stream-health', 'alice')
      if (published === undefined) throw new Error('nothing was published')
      return published
    },
    recall: () => state.findFact('stream-health', 'alice'),
  }
}

describe('HealthReport', () => {
  it('measures picture and sound of the last ten seconds', async () => {
    const { report, play, health } = open()
    report.attach(publisher)
    for (const config of [video, audio]) report.config(config)
    play(750, { sound: 100 })
    expect(await health()).toMatchObject({
      streamId: 'stream',
      isDelivering: true,
      encoder: { name: 'obs-output module', reconnects: 0 },
      video: {
        codec: 'H.264',
        width: 1280,
        height: 720,
        keyIntervalMs: 2000,
        intendedFramesPerSecond: 50,
        missingFrames: 0,
        repeatedShare: 0,
      },
      audio: { codec: 'AAC', sampleRateHz: 48_000, channels: 2, isSilent: false },
      arrival: { jitterMs: 0, lateMs: 0, gaps: 0 },
    })
    const { video: picture, audio: sound } = await health()
    expect(picture?.framesPerSecond).toBeCloseTo(50)
    expect(picture?.bitsPerSecond).toBeCloseTo(400_000)
    expect(sound?.bitsPerSecond).toBeCloseTo(40_000)
  })

  it('reports what has not arrived as null', async () => {
    const { report, play, health } = open()
    report.attach(publisher)
    report.config(video)
    expect(await health()).toMatchObject({ video: null, audio: null })
    play(10)
    expect(await health()).toMatchObject({ video: { framesPerSecond: null, bitsPerSecond: null }, audio: null })
  })

  it('reports silence after ten seconds of it, and not any more once there is sound', async () => {
    const { report, play, health } = open()
    report.attach(publisher)
    for (const config of [video, audio]) report.config(config)
    play(450, { sound: silence })
    expect((await health()).audio?.isSilent).toBe(false)
    play(100, { sound: silence })
    expect((await health()).audio?.isSilent).toBe(true)
    play(1, { sound: 100 })
    expect((await health()).audio?.isSilent).toBe(false)
  })

  it('counts missing frames of the last minute, and gaps', async () => {
    const { report, play, skip, health } = open()
    report.attach(publisher)
    report.config(video)
    play(100)
    skip(3 * frameMs)
    play(100)
    expect(await health()).toMatchObject({ video: { missingFrames: 3 }, arrival: { gaps: 0 } })
    play(3100)
    expect(await health()).toMatchObject({ video: { missingFrames: 0 } })
    skip(5000)
    play(10)
    expect(await health()).toMatchObject({ video: { missingFrames: 0 }, arrival: { gaps: 1, lateMs: 0 } })
  })

  it('distinguishes media that arrives ever later from media that arrives steadily', async () => {
    const { report, play, health } = open()
    report.attach(publisher)
    report.config(video)
    play(500)
    play(500, { lateMs: 2 })
    const { arrival } = await health()
    expect(arrival.lateMs).toBe(500 * 2 - 2)
    // Every |D| is 2 ms.
    expect(arrival.jitterMs).toBeCloseTo(2)
  })

  it('starts again with another connection, and counts it', async () => {
    const { report, play, health, skip } = open({ isContinued: true })
    report.attach(publisher)
    report.config(video)
    play(100)
    skip(5000)
    play(100)
    expect(await health()).toMatchObject({ encoder: { reconnects: 1 }, arrival: { gaps: 1 } })
    report.attach({ encoder: 'Lavf' } as Publisher)
    expect(await health()).toMatchObject({
      encoder: { name: 'Lavf', reconnects: 2 },
      video: null,
      arrival: { gaps: 0 },
    })
  })

  it('does not count the return of an encoder that was stopped on purpose', async () => {
    const { report, health } = open()
    report.attach(publisher)
    report.attach(publisher, true)
    expect(await health()).toMatchObject({ encoder: { reconnects: 0 } })
    report.attach(publisher)
    expect(await health()).toMatchObject({ encoder: { reconnects: 1 } })
  })

  it('expires when it is not published any more', async () => {
    const { report, play, wait, recall } = open()
    report.attach(publisher)
    report.config(video)
    play(50)
    wait(9000)
    expect(await recall()).toBeDefined()
    wait(1000)
    expect(await recall()).toBeUndefined()
  })
})
