/** The smallest value that at least `percent` per cent of the values do not exceed; undefined for an empty list. */
export function percentile(values: number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
}
