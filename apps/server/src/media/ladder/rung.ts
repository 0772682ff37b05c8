import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { VideoConfig } from '@waggle/media/sample'

/** One quality of the ladder, encoded from the source's video. */
export interface Rung {
  /** The rendition's name, such as '720p'. */
  name: string
  width: number
  height: number
  /** The maximum bitrate of its encoder, in kilobits per second. */
  maxKbps: number
}

const maxKbpsByHeight: Record<number, number> = { 1080: 4500, 720: 2500, 480: 1200, 360: 700 }

/** In the order of benefit for their cost: a viewer whose connection is too slow for the source most likely needs one of the first. */
const heightsByBenefit = [480, 360, 720, 1080]

/** Larger sources (beyond 4K) get no ladder. */
const maxSourcePixels = 4096 * 2304

/** Below this height, 30 frames per second are enough. */
export const fullRateHeight = 720

/**
 * The rungs for a source, greatest benefit first. All are below the source's height, except that a source which few browsers can play
 * (not H.264) also gets a rung of its own height. Widths keep the source's aspect ratio and are even, as yuv420p requires.
 */
export function planRungs(
  source: Pick<VideoConfig, 'codec' | 'width' | 'height'>,
  heights: readonly number[] = ladderHeights,
): Rung[] {
  if (source.width * source.height > maxSourcePixels) return []
  const isLow = (height: number) => height < source.height || (height === source.height && source.codec !== 'avc')
  return heightsByBenefit
    .filter((height) => heights.includes(height) && isLow(height))
    .map((height) => ({
      name: `${height}p`,
      width: Math.max(2, 2 * Math.round((source.width * height) / source.height / 2)),
      height,
      maxKbps: maxKbpsByHeight[height] ?? 0,
    }))
}
