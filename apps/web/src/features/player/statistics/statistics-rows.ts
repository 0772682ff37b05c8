import { formatNumber, formatOneDecimal } from '../../../lib/format/format.ts'
import { playerTexts, statisticsTexts as texts } from '../../../texts/viewer/player.ts'
import type { PlaybackMeasure } from '../engines/playback-state.ts'
import type { MediaState } from '../media/media-store.ts'
import type { StallCause } from '../stalls/stall-cause.ts'

interface StatisticsInput {
  streamId: string
  video: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight' | 'clientWidth' | 'clientHeight' | 'playbackRate'>
  /** Device pixels per CSS pixel. */
  pixelRatio: number
  frames: { totalVideoFrames: number; droppedVideoFrames: number }
  bufferedSeconds: number
  measure: PlaybackMeasure | undefined
  media: Pick<MediaState, 'stalls' | 'stalledMs'>
  cause: StallCause
}

/** Label and value of each row, in the order shown. */
export function statisticsRows(input: StatisticsInput): readonly (readonly [label: string, value: string])[] {
  const { video, pixelRatio, frames, measure, media } = input
  const player = sizeText(Math.round(video.clientWidth * pixelRatio), Math.round(video.clientHeight * pixelRatio))
  const download = measure?.newestDownload
  const target = measure?.targetLatency
  return [
    [texts.resolution, texts.resolutionOf(sizeText(video.videoWidth, video.videoHeight), player)],
    [texts.codecs, measure?.codecs ?? texts.unknown],
    [texts.bitrate, bitrateText(measure?.bitsPerSecond)],
    [texts.bandwidth, bitrateText(measure?.bandwidthBitsPerSecond)],
    [texts.frames, texts.framesOf(formatNumber(frames.droppedVideoFrames), formatNumber(frames.totalVideoFrames))],
    [texts.buffer, secondsText(input.bufferedSeconds)],
    [texts.latency, texts.latencyOf(secondsText(measure?.latencySeconds), secondsText(target?.seconds))],
    [texts.target, target ? texts.targetReasons[target.reason] : texts.unknown],
    [texts.rate, `${formatNumber(video.playbackRate)}×`],
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
