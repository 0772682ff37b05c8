const dayMs = 24 * 60 * 60_000
const measuredMaxMs = 7 * dayMs
/** Nobody plans for longer. */
const aheadMaxDays = 365

export interface StorageForecast {
  daysUntilFull: number
  measuredDays: number
}

interface Kept {
  username: string
  bytes: number
  endedAtMs: number
  expiresAtMs: number
}

/**
 * In how many days recordings reach their bound if every channel goes on as in the last week. What is deleted for its age meanwhile makes
 * room, also of what is still to be recorded, and a channel at its own bound takes no more: where that keeps pace it is null. So it is
 * with less than a day of recordings.
 */
export function forecastStorage(
  channels: readonly { username: string; bytes: number }[],
  kept: readonly Kept[],
  {
    maxBytes,
    maxBytesPerChannel = Number.POSITIVE_INFINITY,
  }: { maxBytes: number; maxBytesPerChannel?: number | undefined },
  nowMs: number,
): StorageForecast | null {
  const oldestMs = Math.min(nowMs, ...kept.map(({ endedAtMs }) => endedAtMs))
  const measuredMs = Math.min(measuredMaxMs, nowMs - oldestMs)
  if (measuredMs < dayMs) return null
  const measuredDays = measuredMs / dayMs
  const keptOf = Map.groupBy(kept, ({ username }) => username)
  const byChannel = channels.map(({ username, bytes }) => {
    const own = keptOf.get(username) ?? []
    const added = own
      .filter(({ endedAtMs }) => nowMs - endedAtMs <= measuredMs)
      .map(({ bytes, endedAtMs, expiresAtMs }) => ({
        bytesPerDay: bytes / measuredDays,
        keptDays: (expiresAtMs - endedAtMs) / dayMs,
      }))
    return { bytes, own, added }
  })

  function bytesIn(days: number): number {
    const sums = byChannel.map(({ bytes, own, added }) => {
      const gone = sumOf(own.map((one) => (one.expiresAtMs <= nowMs + days * dayMs ? one.bytes : 0)))
      const come = sumOf(added.map(({ bytesPerDay, keptDays }) => bytesPerDay * Math.min(days, keptDays)))
      return Math.min(maxBytesPerChannel, bytes + come - gone)
    })
    return sumOf(sums)
  }

  if (bytesIn(0) >= maxBytes) return null
  for (let days = 1; days <= aheadMaxDays; days += 1) {
    if (bytesIn(days) >= maxBytes) return { daysUntilFull: days, measuredDays }
  }
  return null
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
