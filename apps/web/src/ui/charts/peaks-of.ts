interface DrawnPoint {
  at: number
  value: number
}

/**
 * At most so many points of a line: of each stretch the highest one, and the last of all. More points than a screen has columns would
 * make a wide band of a line that goes up and down.
 */
export function peaksOf(points: readonly DrawnPoint[], most: number): readonly DrawnPoint[] {
  if (points.length <= most) return points
  const before = points.slice(0, -1)
  const length = Math.ceil(points.length / (most - 1))
  const peaks: DrawnPoint[] = []
  for (let begin = 0; begin < before.length; begin += length) {
    peaks.push(before.slice(begin, begin + length).reduce((top, point) => (point.value > top.value ? point : top)))
  }
  return [...peaks, ...points.slice(-1)]
}
