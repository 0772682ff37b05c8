import { formatNumber, formatOneDecimal } from '../../../lib/format/format.ts'
import { playerTexts } from '../../../texts/viewer/player/player.ts'
import { statisticsTexts as texts } from '../../../texts/viewer/player/statistics.ts'
import type { ModeMeasure } from '../engines/playback-state.ts'
import type { MediaState } from '../media/media-store.ts'
import type { StallCause } from '../stalls/stall-cause.ts'

interface StatisticsInput {
  streamId: string
  video: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight' | 'clientWidth' | 'clientHeight' | 'playbackRate'>
  /** Device pixels per CSS pixel. */
  pixelRatio: number
  frames: { totalVideoFrames: number; droppedVideoFrames: number }
  bufferedSeconds: number
  measure: ModeMeasure | undefined
  media: Pick<MediaState, 'stalls' | 'stalledMs'>
  cause: StallCause
}

/** Label and value of each row, in the order shown. */
export function statisticsRows(input: StatisticsInput): readonly (readonly [label: string, value: string])[] {
  const { video, pixelRatio, frames, measure, media } = input
  const player = sizeText(Math.round(video.clientWidth * pixelRatio), Math.round(video.clientHeight * pixelRatio))
  const download = measure?.newestDownload
  const target = measure?.targetLatency
  const stream = measure?.stream
  return [
    [texts.mode, modeText(measure)],
    [texts.resolution, texts.resolutionOf(sizeText(video.videoWidth, video.videoHeight), player)],
    [texts.codecs, measure?.codecs ?? texts.unknown],
    [texts.bitrate, bitrateText(measure?.bitsPerSecond)],
    [texts.bandwidth, bitrateText(measure?.bandwidthBitsPerSecond)],
    [
      texts.frames,
      framesText(stream?.droppedFrames ?? frames.droppedVideoFrames, stream?.totalFrames ?? frames.totalVideoFrames),
    ],
    [texts.buffer, secondsText(stream?.bufferedSeconds ?? input.bufferedSeconds)],
    [texts.latency, texts.latencyOf(secondsText(measure?.latencySeconds), secondsText(target?.seconds))],
    [texts.target, target ? texts.targetReasons[target.reason] : texts.unknown],
    [texts.rate, `${formatNumber(stream?.playbackRate ?? video.playbackRate)}×`],
    [texts.stalls, texts.stallsOf(media.stalls, secondsText(media.stalledMs / 1000))],
    [
      texts.download,
      download
        ? texts.downloadOf(millisecondsText(download.tookMs), millisecondsText(download.mediaMs))
        : texts.unknown,
    ],
    [texts.cause, texts.causes[input.cause]],
    [texts.stream, input.streamId],
  ]
}

/** The mode, and why it is not real time. */
function modeText(measure: ModeMeasure | undefined): string {
  if (measure === undefined) return texts.unknown
  const mode = playerTexts.modes[measure.mode]
  return measure.modeReason === null || measure.mode === 'real-time'
    ? mode
    : texts.modeOf(mode, texts.modeReasons[measure.modeReason])
}

function framesText(dropped: number, total: number): string {
  return texts.framesOf(formatNumber(dropped), formatNumber(total))
}

function sizeText(width: number, height: number): string {
  return width > 0 ? `${width}×${height}` : texts.unknown
}

function bitrateText(bitsPerSecond: number | null | undefined): string {
  return bitsPerSecond ? `${formatNumber(Math.round(bitsPerSecond / 1000))} kbit/s` : texts.unknown
}

function secondsText(seconds: number | null | undefined): string {
  return seconds == null ? texts.unknown : playerTexts.seconds(formatOneDecimal(seconds))
}

function millisecondsText(ms: number): string {
  return `${formatNumber(Math.round(ms))} ms`
}
