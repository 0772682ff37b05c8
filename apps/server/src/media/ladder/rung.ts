import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { VideoConfig } from '@waggle/media/sample'

/** One quality of the ladder, encoded from the source's video. */
export interface Rung {
  /** The rendition's name, such as '720p'. */
  name: string
  /** The shorter side of its picture, which is its height unless the picture is portrait. */
  lines: number
  width: number
  height: number
  /** The maximum bitrate of its encoder, in kilobits per second. */
  maxKbps: number
}

/** By the rung's lines. */
const maxKbpsByLines: Record<number, number> = { 1080: 4500, 720: 2500, 480: 1200, 360: 700 }

/** In the order of benefit for their cost: a viewer whose connection is too slow for the source most likely needs one of the first. */
const linesByBenefit = [480, 360, 720, 1080]

/** Larger sources (beyond 4K) get no ladder. */
const maxSourcePixels = 4096 * 2304
const maxSourceSide = 8192

/** Below this number of lines, 30 frames per second are enough. */
export const fullRateLines = 720

/**
 * The rungs for a source, greatest benefit first. All have fewer lines than the source, except that a source which few browsers can
 * play (not H.264) also gets a rung with as many. The other side keeps the source's aspect ratio and is even, as yuv420p requires.
 */
export function planRungs(
  source: Pick<VideoConfig, 'codec' | 'width' | 'height'>,
  allowedLines: readonly number[] = ladderHeights,
): Rung[] {
  const { codec, width, height } = source
  if (width * height > maxSourcePixels || Math.max(width, height) > maxSourceSide) return []
  const sourceLines = Math.min(width, height)
  const isLower = (lines: number) => lines < sourceLines || (lines === sourceLines && codec !== 'avc')
  return linesByBenefit
    .filter((lines) => allowedLines.includes(lines) && isLower(lines))
    .map((lines) => ({
      name: `${lines}p`,
      lines,
      width: scaledSide(width, lines / sourceLines),
      height: scaledSide(height, lines / sourceLines),
      maxKbps: maxKbpsByLines[lines] ?? 0,
    }))
}

function scaledSide(pixels: number, factor: number): number {
  return 2 * Math.round((pixels * factor) / 2)
}
