const minuteMs = 60_000
const minutesOfDay = 24 * 60

/** Round distances between marks, in minutes: the larger ones are days. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720]
const daySteps = [1, 2, 5, 7, 10, 14, 30, 60, 90, 180, 365].map((days) => days * minutesOfDay)

export interface TimeMark {
  /** Milliseconds since 1970. */
  at: number
  /** The beginning of a day, which is written as its date. */
  isDay: boolean
}

/** A mark beyond this share of the axis stands before its place, so that it does not stand out of the chart. */
export const endShare = 0.94

/**
 * At most `most` round times from one time to another: full hours, or the beginnings of days, by the visitor's clock, also where it is
 * changed. Points that stand for whole days of the site (`isUtc`) are marked by those days, back from the last one, which is the one
 * that is looked for.
 * A time of day at the end is left out: it would touch the one before. Dates are shorter.
 */
export function timeMarks(from: number, to: number, most: number, isUtc: boolean): TimeMark[] {
  if (to <= from) return []
  for (const step of isUtc ? daySteps : [...timeSteps, ...daySteps]) {
    const marks = isUtc ? daysBackEvery(step, from, to, most + 1) : marksEvery(step, from, to, most + 1)
    if (marks.length > most) continue
    const isLeftOut = ({ at, isDay }: TimeMark) => !isDay && marks.length > 1 && (at - from) / (to - from) > endShare
    return marks.filter((mark) => !isLeftOut(mark))
  }
  return []
}

/** In the order of time. */
function daysBackEvery(step: number, from: number, to: number, most: number): TimeMark[] {
  const marks: TimeMark[] = []
  let at = new Date(to).setUTCHours(0, 0, 0, 0)
  for (; at >= from && marks.length < most; at -= step * minuteMs) marks.unshift({ at, isDay: true })
  return marks
}

function marksEvery(step: number, from: number, to: number, most: number): TimeMark[] {
  const marks: TimeMark[] = []
  const minutesIn = (from - timeOf(from, 0)) / minuteMs
  // Days are counted from the first one that is shown.
  const isOfDays = step >= minutesOfDay
  let minute = isOfDays ? (minutesIn > 0 ? minutesOfDay : 0) : Math.floor(minutesIn / step) * step
  for (; marks.length < most; minute += step) {
    const at = timeOf(from, minute)
    if (at > to) break
    // An hour that the clock skips is the one after it.
    if (at >= from && at !== marks.at(-1)?.at) marks.push({ at, isDay: timeOf(at, 0) === at })
  }
  return marks
}

/** So many minutes after the beginning of the day of a time, as clocks show them. */
function timeOf(at: number, minute: number): number {
  return new Date(at).setHours(0, minute, 0, 0)
}
