/** How many messages of one channel can share a millisecond before ids run ahead of the clock. */
const ticksPerMs = 1000
/** 36^11 ticks reach beyond the year 6000; 2^53 ticks reach the year 2255. */
const idLength = 11

export function tickOfMs(ms: number): number {
  return ms * ticksPerMs
}

/** The id of a tick: base 36 with a fixed length, so that ids sort like their ticks. */
export function messageId(tick: number): string {
  return tick.toString(36).padStart(idLength, '0')
}

/** When the message with this id was stored, in milliseconds since 1970. It never decreases as ids increase. */
export function messageTimeMs(id: string): number {
  return Math.floor(Number.parseInt(id, 36) / ticksPerMs)
}
