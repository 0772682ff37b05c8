import type { HealthFinding, HealthProblem } from '@waggle/contract/stats/endpoints'
import type { StreamHealth } from '../../shared-state/stream-health.ts'

/** Kilobits a second that H.264 needs for its size at 30 frames a second: what larger platforms advise for it. */
const advisedKbps = [
  { height: 1080, low: 3000, high: 6000 },
  { height: 720, low: 1500, high: 4000 },
  { height: 480, low: 700, high: 2000 },
  { height: 0, low: 400, high: 1200 },
] as const
/** Twice the frames need about half as much again. */
const highFrameRateFactor = 1.5
const highFrameRate = 40

/** Two seconds, as players are told, and what rounding and a late frame add. */
const keyIntervalGoodMs = 2500
const keyIntervalBadMs = 5000
const keyIntervalAdvisedSeconds = 2

/** Below this part of what it usually is, a bitrate has broken down. */
const collapsedPart = 0.4
/** A bitrate is usual after so many stretches. */
const usualFrom = 6

/** What is wrong with what arrives, the worst first. `recentBitsPerSecond` are those of the last minutes. */
export function healthFindings(health: StreamHealth, recentBitsPerSecond: readonly number[]): HealthFinding[] {
  const findings: HealthFinding[] = []
  const { video, audio, arrival, encoder } = health
  function find(
    problem: HealthProblem,
    severity: HealthFinding['severity'],
    value: number | null = null,
    advised: number | null = null,
  ) {
    findings.push({ problem, severity, value, advised })
  }

  if (!video) find('video_missing', 'error')
  else {
    const { keyIntervalMs, framesPerSecond, height, missingFrames } = video
    if (keyIntervalMs !== null && keyIntervalMs > keyIntervalGoodMs) {
      const severity = keyIntervalMs > keyIntervalBadMs ? 'error' : 'warning'
      find('key_interval_long', severity, tenths(keyIntervalMs / 1000), keyIntervalAdvisedSeconds)
    }
    judgeBitrate(video, recentBitsPerSecond, find)
    if (framesPerSecond !== null && framesPerSecond < 20) find('frame_rate_low', 'warning', tenths(framesPerSecond), 30)
    if (height > 1080) find('resolution_high', 'warning', height, 1080)
    if (video.codec !== 'H.264') find('codec_rare', 'warning')
    // Half a second of pictures in a minute is seen.
    if (missingFrames > (framesPerSecond ?? 30) / 2) find('frames_missing', 'warning', missingFrames, 0)
  }
  if (!audio) find('audio_missing', 'error')
  else if (audio.isSilent) find('audio_silent', 'warning')
  else if (audio.bitsPerSecond !== null && audio.bitsPerSecond < 48_000 && audio.codec === 'AAC') {
    find('audio_bitrate_low', 'warning', kilo(audio.bitsPerSecond), 128)
  }
  if (arrival.lateMs > 2000) find('connection_slow', 'warning', tenths(arrival.lateMs / 1000), 0)
  if (arrival.gaps > 0) find('times_broken', 'warning', arrival.gaps, 0)
  if (encoder.reconnects > 0) find('reconnected', 'warning', encoder.reconnects, 0)
  return findings.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
}

function judgeBitrate(
  { bitsPerSecond, height, framesPerSecond, codec }: NonNullable<StreamHealth['video']>,
  recentBitsPerSecond: readonly number[],
  find: (problem: HealthProblem, severity: HealthFinding['severity'], value: number, advised: number) => void,
): void {
  if (bitsPerSecond === null) return
  const usual = median(recentBitsPerSecond)
  if (recentBitsPerSecond.length >= usualFrom && bitsPerSecond < usual * collapsedPart) {
    find('bitrate_collapsed', 'error', kilo(bitsPerSecond), kilo(usual))
    return
  }
  // Newer codecs need less, and how much differs.
  if (codec !== 'H.264') return
  const { low, high } = bitrateFor(height, framesPerSecond ?? 30)
  // A still picture needs next to nothing: only far below is it the setting.
  if (bitsPerSecond < low * 600) find('bitrate_low', 'warning', kilo(bitsPerSecond), low)
  if (bitsPerSecond > high * 1500) find('bitrate_high', 'warning', kilo(bitsPerSecond), high)
}

function bitrateFor(height: number, framesPerSecond: number): { low: number; high: number } {
  const { low, high } = advisedKbps.find((advice) => height >= advice.height) ?? advisedKbps[0]
  const factor = framesPerSecond > highFrameRate ? highFrameRateFactor : 1
  return { low: low * factor, high: high * factor }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function kilo(bitsPerSecond: number): number {
  return Math.round(bitsPerSecond / 1000)
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
