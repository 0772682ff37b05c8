import { expect, test } from 'vitest'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { healthFindings } from './health-findings.ts'

type Video = NonNullable<StreamHealth['video']>
type Audio = NonNullable<StreamHealth['audio']>

/** What OBS sends at 720p with the recommended settings. */
function health(
  change: { video?: Partial<Video> | null; audio?: Partial<Audio> | null; late?: number; reconnects?: number } = {},
): StreamHealth {
  const video: Video = {
    codec: 'H.264',
    codecString: 'avc1.64001f',
    width: 1280,
    height: 720,
    framesPerSecond: 30,
    bitsPerSecond: 2_500_000,
    keyIntervalMs: 2000,
    missingFrames: 0,
  }
  const audio: Audio = {
    codec: 'AAC',
    codecString: 'mp4a.40.2',
    sampleRateHz: 48_000,
    channels: 2,
    bitsPerSecond: 128_000,
    isSilent: false,
  }
  return {
    streamId: 'a'.repeat(20),
    measuredAtMs: 0,
    isDelivering: true,
    lastMediaAtMs: 0,
    encoder: { name: 'obs-output module', connectedAtMs: 0, reconnects: change.reconnects ?? 0 },
    video: change.video === null ? null : { ...video, ...change.video },
    audio: change.audio === null ? null : { ...audio, ...change.audio },
    arrival: { jitterMs: 5, lateMs: change.late ?? 0, gaps: 0 },
  }
}

const steady = Array.from({ length: 12 }, () => 2_600_000)

test('good settings give no findings', () => {
  expect(healthFindings(health(), steady)).toEqual([])
})

test.each([
  ['key frames every 8 s', { video: { keyIntervalMs: 8000 } }, 'key_interval_long', 'error', 8, 2],
  ['key frames every 4 s', { video: { keyIntervalMs: 4000 } }, 'key_interval_long', 'warning', 4, 2],
  ['200 kbit/s for 720p', { video: { bitsPerSecond: 200_000 } }, 'bitrate_low', 'warning', 200, 1500],
  ['20 Mbit/s for 720p', { video: { bitsPerSecond: 20_000_000 } }, 'bitrate_high', 'warning', 20_000, 4000],
  ['10 frames a second', { video: { framesPerSecond: 10 } }, 'frame_rate_low', 'warning', 10, 30],
  ['4K', { video: { height: 2160, bitsPerSecond: 8_000_000 } }, 'resolution_high', 'warning', 2160, 1080],
  ['HEVC', { video: { codec: 'H.265' } }, 'codec_rare', 'warning', null, null],
  ['a slow computer', { video: { missingFrames: 100 } }, 'frames_missing', 'warning', 100, 0],
  ['no picture', { video: null }, 'video_missing', 'error', null, null],
  ['no sound', { audio: null }, 'audio_missing', 'error', null, null],
  ['silence', { audio: { isSilent: true, bitsPerSecond: 2000 } }, 'audio_silent', 'warning', null, null],
  ['thin sound', { audio: { bitsPerSecond: 32_000 } }, 'audio_bitrate_low', 'warning', 32, 128],
  ['a slow connection', { late: 3500 }, 'connection_slow', 'warning', 3.5, 0],
  ['a connection that broke', { reconnects: 2 }, 'reconnected', 'warning', 2, 0],
] as const)('%s', (_title, change, problem, severity, value, advised) => {
  expect(healthFindings(health(change), [])).toEqual([{ problem, severity, value, advised }])
})

test('a bitrate that collapses differs from one that is set too low', () => {
  const slow = health({ video: { bitsPerSecond: 300_000 } })
  expect(healthFindings(slow, steady)).toEqual([
    { problem: 'bitrate_collapsed', severity: 'error', value: 300, advised: 2600 },
  ])
  expect(healthFindings(slow, steady.slice(0, 3))).toMatchObject([{ problem: 'bitrate_low' }])
})
