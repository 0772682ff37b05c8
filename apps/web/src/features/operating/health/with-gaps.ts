/** Values over time, with an empty point where a stretch is missing, so that a chart has a gap there. */
export function withGaps(
  points: readonly { at: number; value: number | null }[],
  spanMs: number,
): { at: number; value: number | null }[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    const isGap = before !== undefined && point.at - before.at > spanMs
    return isGap ? [{ at: before.at + spanMs, value: null }, point] : [point]
  })
}
