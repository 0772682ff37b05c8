import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { VideoConfig } from '@waggle/media/sample'

/** One quality of the ladder, made of the source's picture. */
export interface Rung {
  /** The rendition's name, such as '720p'. */
  name: string
  width: number
  height: number
  /** The most that its encoder may send, in kilobits per second. */
  maxKbps: number
}

const maxKbpsByHeight: Record<number, number> = { 1080: 4500, 720: 2500, 480: 1200, 360: 700 }

/** Those of greatest benefit for their cost first: whoever cannot take the source can most likely take these. */
const heightsByBenefit = [480, 360, 720, 1080]

/** Larger pictures (beyond 4K) are passed on as they are. */
const maxSourcePixels = 4096 * 2304

/** Below this height 30 frames a second are enough. */
export const fullRateHeight = 720

/**
 * The rungs for a source, those of greatest benefit first. All are below the source, except that a source which few browsers can
 * play (not H.264) also gets one of its own height. Widths follow the source's shape, even as yuv420p needs them.
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
