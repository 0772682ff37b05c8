import type { HealthFinding } from '@waggle/contract/stats/endpoints'
import type { StreamHealth } from '../../shared-state/stream-health.ts'

type Video = NonNullable<StreamHealth['video']>

/** Encoders drop frames once so much media waits for the connection: OBS begins at 700 ms. */
const dropsFromLateMs = 700
const lateFromMs = 2000
/** From this part on, repeated frames in late media mean that the encoder skips frames. */
const repeatedShareMin = 0.2
/** Below this part of its intended rate, an encoder skips so much that everybody sees it. */
const severeRatio = 0.9

/** Tells a computer that cannot encode fast enough from a connection that cannot carry what it encodes. */
export function judgePace({ video, arrival: { lateMs } }: StreamHealth): HealthFinding | undefined {
  const lateSeconds = Math.round(lateMs / 100) / 10
  // Viewers notice half a second of missing pictures in a minute.
  const isSkipping = video !== null && video.missingFrames > (intendedRate(video) ?? 30) / 2
  if (isSkipping && lateMs < dropsFromLateMs) {
    const isSevere = (video.framesPerSecond ?? 0) < severeRatio * (video.intendedFramesPerSecond ?? 0)
    const severity = isSevere ? 'error' : 'warning'
    return { problem: 'frames_missing', severity, value: video.missingFrames, advised: 0 }
  }
  const isLate = lateMs > lateFromMs
  if (video !== null && isLate && isRepeating(video))
    return { problem: 'encoder_slow', severity: 'warning', value: lateSeconds, advised: 0 }
  if (isLate || isSkipping) return { problem: 'connection_slow', severity: 'warning', value: lateSeconds, advised: 0 }
  return undefined
}

/** The frame rate of an encoder that skips nothing, as far as it is known. */
export function intendedRate({ intendedFramesPerSecond, framesPerSecond }: Video): number | null {
  return intendedFramesPerSecond ?? framesPerSecond
}

/** The bitrate as it would be if the encoder skipped no frames: a low one is then no fault of the connection or of a setting. */
export function bitsWithoutSkips(video: Video, lateMs: number): number | null {
  const { bitsPerSecond, framesPerSecond, intendedFramesPerSecond, repeatedShare } = video
  if (bitsPerSecond === null) return null
  const sentPart =
    framesPerSecond && intendedFramesPerSecond ? Math.min(1, framesPerSecond / intendedFramesPerSecond) : 1
  const freshPart = lateMs > lateFromMs && isRepeating(video) ? Math.max(0.1, 1 - repeatedShare) : 1
  return bitsPerSecond / sentPart / freshPart
}

/**
 * OBS encodes the last picture again for each frame that it skips, so its timestamps have no holes when it is overloaded. A film at 60
 * frames a second repeats pictures as well, so this counts in late media only.
 */
function isRepeating({ repeatedShare }: Video): boolean {
  return repeatedShare >= repeatedShareMin
}
