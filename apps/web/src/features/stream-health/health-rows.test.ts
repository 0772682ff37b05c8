import type { StreamHealth } from '@waggle/contract/stats/endpoints'
import { expect, test } from 'vitest'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'
import { healthRows, healthSummary } from './health-rows.ts'

const health: StreamHealth = {
  state: 'live',
  streamId: 'a'.repeat(20),
  secondsLeft: null,
  encoder: null,
  video: {
    codec: 'H.264',
    width: 1280,
    height: 720,
    framesPerSecond: 29.97,
    kilobitsPerSecond: 2500,
    keyIntervalSeconds: 2,
  },
  audio: { codec: 'AAC', sampleRateHz: 48_000, channels: 2, kilobitsPerSecond: 160, isSilent: false },
  jitterMs: 12,
  lateMs: 0,
  missingFrames: 0,
  reconnects: 0,
  recording: null,
  findings: [],
}

test('measurements have the units of encoders', () => {
  expect(healthSummary(health)).toBe('1280×720, H.264, 30 fps')
  expect(healthRows(health).map(({ name, measured }) => `${texts.rows[name]}: ${measured}`)).toEqual([
    'Video: 1280×720, H.264',
    'Frame rate: 30 fps',
    'Video bitrate: 2,500 kbit/s',
    'Keyframe interval: 2 s',
    'Audio: AAC, 48 kHz, stereo, 160 kbit/s',
    'Connection: 12 ms jitter',
  ])
})
