import type { FollowerPoint } from '@waggle/contract/stats/endpoints'

/** The change from the first to the last point in percent of the first; 0 with fewer than two points or a first of 0 (rule STATS-4). */
export function growthPercent(points: readonly FollowerPoint[]): number {
  const first = points[0]?.followers ?? 0
  const last = points.at(-1)?.followers ?? 0
  return points.length < 2 || first === 0 ? 0 : ((last - first) / first) * 100
}
