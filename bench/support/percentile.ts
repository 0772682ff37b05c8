/** The value that `percent` of the values do not exceed; undefined of nothing. */
export function percentile(values: number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
}
