/** A part of a recording, by the clock of its pictures: milliseconds since 1970. */
export interface Stretch {
  fromMs: number
  untilMs: number
}

/** Pictures are shown up to so long before or after the time of their segment, because of the order of decoding. */
export const stretchMarginMs = 500

/** Whether anything of a segment lies in it. */
export function isInStretch(
  { startedAtMs, durationS }: { startedAtMs: number; durationS: number },
  { fromMs, untilMs }: Stretch,
): boolean {
  return startedAtMs < untilMs && startedAtMs + durationS * 1000 > fromMs
}
