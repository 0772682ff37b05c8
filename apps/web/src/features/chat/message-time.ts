const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** Hour and minute, en-US (spec section 9), in the reader's time zone. */
export function messageTime(timestampMs: number): string {
  return format.format(timestampMs)
}
