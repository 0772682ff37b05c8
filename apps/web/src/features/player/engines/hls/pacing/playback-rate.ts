/** Time is stretched without changing the pitch; beyond these, one hears it. */
const maxRate = 1.3
const minRate = 0.95
/** Half of a distance is made up for in this many seconds, roughly. */
const ratePerSecond = 0.5
/** A correction begins at this distance from the target and ends at the other: otherwise it would begin again and again. */
const beginSeconds = 0.06
const endSeconds = 0.02
/** With less than this buffered, playing faster would run dry. */
const minBufferedSeconds = 0.15

/** How fast to play: faster when further behind the live edge than wanted, slower when closer. */
export function playbackRate({
  latencySeconds,
  targetSeconds,
  bufferedSeconds,
  currentRate,
}: {
  latencySeconds: number
  targetSeconds: number
  bufferedSeconds: number
  currentRate: number
}): number {
  const behindSeconds = latencySeconds - targetSeconds
  if (Math.abs(behindSeconds) < (currentRate === 1 ? beginSeconds : endSeconds)) return 1
  const rate = Math.round(100 * (1 + behindSeconds * ratePerSecond)) / 100
  const fastest = bufferedSeconds < minBufferedSeconds ? 1 : maxRate
  return Math.min(fastest, Math.max(minRate, rate))
}
