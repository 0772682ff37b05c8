import type { HealthFinding, HealthProblem, StreamHealth } from '@waggle/contract/stats/endpoints'
import { formatNumber } from '../../lib/format/format.ts'
import { streamHealthTexts as texts } from '../../texts/streamer/stream-health.ts'

type RowName = keyof typeof texts.rows

/** One measurement in the table. */
export interface HealthRow {
  name: RowName
  /** The measured value with its unit. */
  measured: string
  verdict: 'ok' | 'warning' | 'error'
  sentences: string[]
}

const rowOf: Record<HealthProblem, RowName> = {
  encoder_dropped: 'connection',
  encoder_stopped: 'connection',
  video_missing: 'picture',
  audio_missing: 'sound',
  audio_silent: 'sound',
  audio_bitrate_low: 'sound',
  key_interval_long: 'keyInterval',
  bitrate_low: 'bitrate',
  bitrate_high: 'bitrate',
  bitrate_collapsed: 'bitrate',
  frame_rate_low: 'frameRate',
  resolution_high: 'picture',
  codec_rare: 'picture',
  colour_format_rare: 'picture',
  frames_missing: 'frameRate',
  encoder_slow: 'frameRate',
  connection_slow: 'connection',
  times_broken: 'connection',
  reconnected: 'connection',
  recording_paused: 'recording',
}

/** The sentence that says what is wrong and what to change in OBS. */
export function findingText({ problem, value, advised }: HealthFinding): string {
  return texts.problems[problem](formatNumber(value ?? 0), formatNumber(advised ?? 0))
}

export function healthRows(health: StreamHealth): HealthRow[] {
  const measured = measuredTexts(health)
  return (Object.keys(texts.rows) as RowName[])
    .filter((name) => measured[name] !== null)
    .map((name) => {
      const findings = health.findings.filter(({ problem }) => rowOf[problem] === name)
      const isError = findings.some(({ severity }) => severity === 'error')
      return {
        name,
        measured: measured[name] ?? '',
        verdict: isError ? 'error' : findings.length > 0 ? 'warning' : 'ok',
        sentences: findings.map(findingText),
      }
    })
}

/** Picture and frame rate in one line: '1280×720, H.264, 30 fps'. The line that says the state has the bitrate. */
export function healthSummary(health: StreamHealth): string {
  const { picture, frameRate } = measuredTexts(health)
  return [picture, frameRate].filter((text) => text !== null && text !== texts.measuring).join(', ')
}

function measuredTexts({ video, audio, jitterMs, encoder, recording }: StreamHealth): Record<RowName, string | null> {
  const known = (value: number | null, text: (value: string) => string) =>
    value === null ? texts.measuring : text(formatNumber(value))
  const rounded = (value: number | null) => value && Math.round(value * 10) / 10
  return {
    picture: video ? `${video.width}×${video.height}, ${video.codec}` : texts.none,
    frameRate: video && known(rounded(video.framesPerSecond), texts.framesPerSecond),
    bitrate: video && known(video.kilobitsPerSecond, texts.kilobits),
    keyInterval: video && known(rounded(video.keyIntervalSeconds), texts.seconds),
    sound: audio
      ? [
          audio.codec,
          `${formatNumber(audio.sampleRateHz / 1000)} kHz`,
          texts.channels(audio.channels),
          ...(audio.kilobitsPerSecond === null ? [] : [texts.kilobits(formatNumber(audio.kilobitsPerSecond))]),
        ].join(', ')
      : texts.none,
    connection: known(jitterMs, texts.jitter),
    encoder,
    recording: recording && texts.recording[recording],
  }
}
