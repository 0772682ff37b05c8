const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs

interface Repeated {
  /** The first time, in milliseconds since 1970. */
  startTime: number
  isWeekly: boolean
  /** Its IANA name. */
  timeZone: string
}

/**
 * The first time after `afterMs` (milliseconds since 1970), or undefined when it is over. What is repeated every week keeps its time of
 * day in its time zone. Where the clock is put forward past that time, it begins as much later; where the clock shows it twice, the
 * first time (as RFC 5545, section 3.3.5, says).
 */
export function nextOccurrence({ startTime, isWeekly, timeZone }: Repeated, afterMs: number): number | undefined {
  if (startTime > afterMs) return startTime
  if (!isWeekly) return undefined
  const firstWallMs = wallTime(startTime, timeZone)
  for (let week = Math.floor((afterMs - startTime) / weekMs); ; week++) {
    const atMs = timeOf(firstWallMs + week * weekMs, timeZone)
    if (atMs > afterMs) return atMs
  }
}

/** The name of a time zone as it is stored, or undefined for one that is not known here. */
export function findTimeZone(name: string): string | undefined {
  // An offset such as +01:00 is none: it has no changes of the clock.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** When the clock of a time zone shows a time, which is given as if it were UTC. */
function timeOf(wallMs: number, timeZone: string): number {
  const offsetBeforeMs = offsetAt(wallMs - dayMs, timeZone)
  const offsetAfterMs = offsetAt(wallMs + dayMs, timeZone)
  const beforeMs = wallMs - offsetBeforeMs
  if (offsetBeforeMs === offsetAfterMs) return beforeMs
  const afterMs = wallMs - offsetAfterMs
  const isShown = (atMs: number) => wallTime(atMs, timeZone) === wallMs
  // Where neither is, the clock is put forward past it.
  return !isShown(beforeMs) && isShown(afterMs) ? afterMs : beforeMs
}

function offsetAt(atMs: number, timeZone: string): number {
  return wallTime(atMs, timeZone) - atMs
}

/** What the clock of a time zone shows, as if it were UTC. */
function wallTime(atMs: number, timeZone: string): number {
  const read = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockOf(timeZone).formatToParts(atMs)) {
    if (type in read) read[type as keyof typeof read] = Number(value)
  }
  const { year, month, day, hour, minute, second } = read
  return Date.UTC(year, month - 1, day, hour, minute, second) + (atMs % 1000)
}

/** To make one takes far longer than to use it. There are some hundred zones, and each takes memory. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMax = 64

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  if (clocks.size >= clocksMax) clocks.clear()
  const numeric = 'numeric'
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  })
  clocks.set(timeZone, clock)
  return clock
}
