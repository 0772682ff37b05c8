import type { CourseSample } from '@waggle/contract/stats/endpoints'

const shownMs = 10 * 60_000

/** The bitrates of the last ten minutes: as the site recorded them, and then as the page has measured them since. */
export function latestBitrates(
  samples: readonly Pick<CourseSample, 'at' | 'kilobitsPerSecond'>[],
  measured: readonly { at: number; value: number | null }[],
): { at: number; value: number | null }[] {
  const recordedAt = samples.at(-1)?.at ?? 0
  const all = [
    ...samples.map(({ at, kilobitsPerSecond }) => ({ at, value: kilobitsPerSecond })),
    ...measured.filter(({ at }) => at > recordedAt),
  ]
  const sinceMs = (all.at(-1)?.at ?? 0) - shownMs
  return all.filter(({ at }) => at >= sinceMs)
}
