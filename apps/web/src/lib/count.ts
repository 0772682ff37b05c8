/** Abbreviates from 1,000 with one decimal (spec section 9): 950, 1.2K, 3M. */
export function abbreviateCount(count: number): string {
  // Rounding is downwards, so that 999,999 does not become '1000K'.
  if (count >= 1_000_000) return `${oneDecimal(count / 1_000_000)}M`
  if (count >= 1000) return `${oneDecimal(count / 1000)}K`
  return String(count)
}

export function viewersText(count: number): string {
  return `${abbreviateCount(count)} ${count === 1 ? 'viewer' : 'viewers'}`
}

function oneDecimal(value: number): string {
  return (Math.floor(value * 10) / 10).toFixed(1)
}
