import { expect, test } from 'vitest'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { healthFindings } from './health-findings.ts'

type Video = NonNullable<StreamHealth['video']>
type Audio = NonNullable<StreamHealth['audio']>

/** What OBS sends at 720p with the recommended settings. */
function health(
  change: {
    video?: Partial<Video> | null
    audio?: Partial<Audio> | null
    late?: number
    reconnects?: number
    recording?: StreamHealth['recording']
  } = {},
): StreamHealth {
  const video: Video = {
    codec: 'H.264',
    codecString: 'avc1.64001f',
    width: 1280,
    height: 720,
    framesPerSecond: 30,
    bitsPerSecond: 2_500_000,
    keyIntervalMs: 2000,
    intendedFramesPerSecond: 30,
    missingFrames: 0,
    repeatedShare: 0,
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
    recording: change.recording,
    arrival: { jitterMs: 5, lateMs: change.late ?? 0, gaps: 0 },
  }
}

const steady = Array.from({ length: 12 }, () => 2_600_000)

test('good settings give no findings', () => {
  expect(healthFindings(health(), steady)).toEqual([])
})

test('a portrait picture is judged by its shorter side', () => {
  expect(healthFindings(health({ video: { width: 720, height: 1280 } }), steady)).toEqual([])
  const low = { width: 720, height: 1280, bitsPerSecond: 200_000 }
  expect(healthFindings(health({ video: low }), [])).toMatchObject([{ problem: 'bitrate_low', advised: 1500 }])
})

test.each([
  ['key frames every 8 s', { video: { keyIntervalMs: 8000 } }, 'key_interval_long', 'error', 8, 2],
  ['key frames every 4 s', { video: { keyIntervalMs: 4000 } }, 'key_interval_long', 'warning', 4, 2],
  ['200 kbit/s for 720p', { video: { bitsPerSecond: 200_000 } }, 'bitrate_low', 'warning', 200, 1500],
  ['20 Mbit/s for 720p', { video: { bitsPerSecond: 20_000_000 } }, 'bitrate_high', 'warning', 20_000, 4000],
  [
    '10 frames a second',
    { video: { framesPerSecond: 10, intendedFramesPerSecond: 10 } },
    'frame_rate_low',
    'warning',
    10,
    30,
  ],
  ['4K', { video: { width: 3840, height: 2160, bitsPerSecond: 8_000_000 } }, 'resolution_high', 'warning', 2160, 1080],
  ['HEVC', { video: { codec: 'H.265' } }, 'codec_rare', 'warning', null, null],
  ['a slow computer', { video: { missingFrames: 100 } }, 'frames_missing', 'warning', 100, 0],
  ['no picture', { video: null }, 'video_missing', 'warning', null, null],
  ['no sound', { audio: null }, 'audio_missing', 'error', null, null],
  ['silence', { audio: { isSilent: true, bitsPerSecond: 2000 } }, 'audio_silent', 'warning', null, null],
  ['thin sound', { audio: { bitsPerSecond: 32_000 } }, 'audio_bitrate_low', 'warning', 32, 128],
  ['a slow connection', { late: 3500 }, 'connection_slow', 'warning', 3.5, 0],
  ['a full disk', { recording: { pausedBecause: 'disk_full' } }, 'recording_paused', 'warning', null, null],
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

test.each([
  ['avc1.f4001f', 'High 4:4:4'],
  ['avc1.6e001f', 'High 10'],
  ['avc1.7a001f', 'High 4:2:2'],
])('most phones cannot play %s (%s)', (codecString) => {
  expect(healthFindings(health({ video: { codecString } }), steady)).toEqual([
    { problem: 'colour_format_rare', severity: 'error', value: null, advised: null },
  ])
})

test.each(['avc1.42c01f', 'avc1.4d401f', 'avc1.64001f'])('every phone can play %s', (codecString) => {
  expect(healthFindings(health({ video: { codecString } }), steady)).toEqual([])
})

test('an encoder that skips 64 % of its frames is not blamed on the network', () => {
  // 36 % of the frames, and of the bits, at the same times as before.
  const video = { framesPerSecond: 10.8, bitsPerSecond: 900_000, missingFrames: 1152 }
  expect(healthFindings(health({ video, late: 300 }), steady)).toEqual([
    { problem: 'frames_missing', severity: 'error', value: 1152, advised: 0 },
  ])
})

test('an encoder that repeats 64 % of its frames and is late is not blamed on the network', () => {
  const video = { repeatedShare: 0.64, bitsPerSecond: 900_000 }
  expect(healthFindings(health({ video, late: 3500 }), steady)).toEqual([
    { problem: 'encoder_slow', severity: 'warning', value: 3.5, advised: 0 },
  ])
})

test('repeated frames, as of a film at 60 frames a second, are no problem while they arrive in time', () => {
  expect(healthFindings(health({ video: { repeatedShare: 0.6 } }), steady)).toEqual([])
})

test('frames that an encoder drops because the network is slow are blamed on the network', () => {
  const video = { framesPerSecond: 20, missingFrames: 600 }
  expect(healthFindings(health({ video, late: 900 }), steady)).toMatchObject([{ problem: 'connection_slow' }])
})
