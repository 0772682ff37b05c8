/** The upper end of a vertical axis that starts at 0, and the values of its grid lines: at most `most` round numbers. */
export function chartScale(highest: number, most = 4): { top: number; lines: number[] } {
  if (highest <= 0) return { top: 1, lines: [1] }
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [0.2, 0.5, 1, 2, 5].map((part) => part * power).find((part) => part * most >= highest) ?? power * 10
  const count = Math.ceil(highest / step)
  return { top: count * step, lines: Array.from({ length: count }, (_, index) => roundedTo(step, (index + 1) * step)) }
}

/** Removes the floating-point error of fractional steps: 3 * 0.2 is 0.6000000000000001. */
function roundedTo(step: number, value: number): number {
  return step >= 1 ? value : Number(value.toPrecision(6))
}
