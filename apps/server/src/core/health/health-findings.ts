import type { HealthFinding, HealthProblem } from '@waggle/contract/stats/endpoints'
import type { StreamHealth } from '../../shared-state/stream-health.ts'
import { bitsWithoutSkips, intendedRate, judgePace } from './encoder-pace.ts'

type Video = NonNullable<StreamHealth['video']>
type Report = (problem: HealthProblem, severity: HealthFinding['severity'], value: number, advised: number) => void

/** The bitrates in kbit/s that large platforms advise for H.264 at 30 frames a second, by the shorter side of the picture. */
const advisedKbps = [
  { lines: 1080, low: 3000, high: 6000 },
  { lines: 720, low: 1500, high: 4000 },
  { lines: 480, low: 700, high: 2000 },
  { lines: 0, low: 400, high: 1200 },
] as const
/** Twice the frame rate needs about 50 percent more. */
const highFrameRateFactor = 1.5
const highFrameRate = 40

/** The two seconds that the site advises, plus a tolerance for rounding and a late frame. */
const keyIntervalGoodMs = 2500
const keyIntervalBadMs = 5000
const keyIntervalAdvisedSeconds = 2

/** Below this part of its usual value, a bitrate has collapsed. */
const collapsedRatio = 0.4
/** How many recorded intervals make a usual bitrate. */
const usualSamplesMin = 6

/** The problems of a stream, errors first. `recentBitsPerSecond` are the recorded bitrates of the last minutes. */
export function healthFindings(health: StreamHealth, recentBitsPerSecond: readonly number[]): HealthFinding[] {
  const findings: HealthFinding[] = []
  const { video, audio, arrival, encoder } = health
  function report(
    problem: HealthProblem,
    severity: HealthFinding['severity'],
    value: number | null = null,
    advised: number | null = null,
  ) {
    findings.push({ problem, severity, value, advised })
  }

  // Some broadcasts are only heard: whoever meant to be seen is warned.
  if (!video) report('video_missing', 'warning')
  else {
    const { keyIntervalMs } = video
    const framesPerSecond = intendedRate(video)
    const lines = linesOf(video)
    if (keyIntervalMs !== null && keyIntervalMs > keyIntervalGoodMs) {
      const severity = keyIntervalMs > keyIntervalBadMs ? 'error' : 'warning'
      report('key_interval_long', severity, tenths(keyIntervalMs / 1000), keyIntervalAdvisedSeconds)
    }
    judgeBitrate(video, bitsWithoutSkips(video, arrival.lateMs), recentBitsPerSecond, report)
    if (framesPerSecond !== null && framesPerSecond < 20)
      report('frame_rate_low', 'warning', tenths(framesPerSecond), 30)
    if (lines > 1080) report('resolution_high', 'warning', lines, 1080)
    if (video.codec !== 'H.264') report('codec_rare', 'warning')
    if (hasRareColours(video)) report('colour_format_rare', 'error')
  }
  if (!audio) report('audio_missing', 'error')
  else if (audio.isSilent) report('audio_silent', 'warning')
  else if (audio.bitsPerSecond !== null && audio.bitsPerSecond < 48_000 && audio.codec === 'AAC') {
    report('audio_bitrate_low', 'warning', kilo(audio.bitsPerSecond), 128)
  }
  const slow = judgePace(health)
  if (slow) findings.push(slow)
  if (arrival.gaps > 0) report('times_broken', 'warning', arrival.gaps, 0)
  if (health.recording?.pausedBecause) report('recording_paused', 'warning')
  if (encoder.reconnects > 0) report('reconnected', 'warning', encoder.reconnects, 0)
  return findings.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
}

function judgeBitrate(
  video: Video,
  bitsPerSecond: number | null,
  recentBitsPerSecond: readonly number[],
  report: Report,
): void {
  if (bitsPerSecond === null) return
  const usual = median(recentBitsPerSecond)
  if (recentBitsPerSecond.length >= usualSamplesMin && bitsPerSecond < usual * collapsedRatio) {
    report('bitrate_collapsed', 'error', kilo(bitsPerSecond), kilo(usual))
    return
  }
  // Newer codecs need less, by differing amounts.
  if (video.codec !== 'H.264') return
  const { low, high } = bitrateFor(linesOf(video), intendedRate(video) ?? 30)
  // A still picture needs very little, so only a value far below points to the encoder's settings.
  if (bitsPerSecond < low * 600) report('bitrate_low', 'warning', kilo(bitsPerSecond), low)
  if (bitsPerSecond > high * 1500) report('bitrate_high', 'warning', kilo(bitsPerSecond), high)
}

/** The profiles of 4:2:0 pictures of 8 bits, which every player has: Baseline, Main, Extended, High (ITU-T H.264 Annex A). */
const usualProfiles = [66, 77, 88, 100]

function hasRareColours({ codec, codecString }: Video): boolean {
  return (
    codec === 'H.264' &&
    !usualProfiles.includes(Number.parseInt(codecString.slice('avc1.'.length, 'avc1.'.length + 2), 16))
  )
}

/** What resolutions are named by: a portrait picture of 720×1280 is '720p'. */
function linesOf({ width, height }: Video): number {
  return Math.min(width, height)
}

function bitrateFor(lines: number, framesPerSecond: number): { low: number; high: number } {
  const { low, high } = advisedKbps.find((advice) => lines >= advice.lines) ?? advisedKbps[0]
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
