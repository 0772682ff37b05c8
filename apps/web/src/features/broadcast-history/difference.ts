/** By how much a figure differs between two broadcasts, as they are shown beside each other. */
interface Difference {
  /** With its sign, in the unit of the figure; 0 where both are shown alike. */
  change: number
  /** The change relative to the earlier one; undefined where that is 0. */
  share: number | undefined
}

/** `unit` is what the last digit that is shown stands for: 60 where seconds are written as minutes. Seconds are rounded down, as rule STATS-2 says. */
export function differenceOf(earlier: number, later: number, unit: number): Difference {
  const shown = (value: number) => (unit > 1 ? Math.floor(value / unit) : Math.round(value / unit))
  const [before, after] = [shown(earlier), shown(later)]
  const change = (after - before) * unit
  return { change, share: before === 0 ? undefined : (after - before) / before }
}
