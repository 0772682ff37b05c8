/** Ticks a millisecond: so many messages of one channel may share it before ids run ahead of the clock. */
const ticksPerMs = 1000
/** 36^11 ticks reach beyond the year 6000, and 2^53 ticks to the year 2255. */
const idLength = 11

export function tickOfMs(ms: number): number {
  return ms * ticksPerMs
}

/** The id of a tick: base 36 of fixed length, so that ids sort as their ticks do. */
export function messageId(tick: number): string {
  return tick.toString(36).padStart(idLength, '0')
}

/** When the message of an id was stored, in milliseconds since 1970. Never before that of a smaller id. */
export function messageTimeMs(id: string): number {
  return Math.floor(Number.parseInt(id, 36) / ticksPerMs)
}
