import { limits } from '@waggle/contract/limits'

/** What is chosen on the timeline of the dialog. All are milliseconds since 1970. */
export interface Trim {
  startMs: number
  endMs: number
}

/** The timeline: what can be chosen. */
export interface TrimWindow {
  fromMs: number
  untilMs: number
}

const usualMs = 30_000
/** Of what comes after the picture that was shown, in a recording. */
const afterMs = 15_000
const windowMs = 120_000

/** The timeline around the moment at which the dialog was opened. */
export function windowAround(shownMs: number, recorded: TrimWindow): TrimWindow {
  const untilMs = Math.min(recorded.untilMs, shownMs + afterMs)
  return { fromMs: Math.max(recorded.fromMs, untilMs - windowMs), untilMs }
}

/** The last 30 seconds before the picture that was shown; undefined where less than the shortest clip is recorded. */
export function firstTrim(shownMs: number, { fromMs, untilMs }: TrimWindow): Trim | undefined {
  if (untilMs - fromMs < limits.clipMinMs) return undefined
  const endMs = Math.min(untilMs, Math.max(shownMs, fromMs + limits.clipMinMs))
  return { startMs: Math.max(fromMs, endMs - usualMs), endMs }
}

/** Moves one end, as far as the length of a clip allows. */
export function moveStart({ endMs }: Trim, toMs: number, { fromMs }: TrimWindow): Trim {
  const startMs = Math.max(fromMs, endMs - limits.clipMaxMs, Math.min(toMs, endMs - limits.clipMinMs))
  return { startMs, endMs }
}

export function moveEnd({ startMs }: Trim, toMs: number, { untilMs }: TrimWindow): Trim {
  const endMs = Math.min(untilMs, startMs + limits.clipMaxMs, Math.max(toMs, startMs + limits.clipMinMs))
  return { startMs, endMs }
}
