import type { PlannedBroadcast } from '@waggle/contract/channels/schedule'

/** Where the streamer does not say how long it will be. */
const usualMinutes = 60
const remindMinutes = 10
/** RFC 5545, section 3.1: octets of a line, without its end. */
const lineOctets = 75

/**
 * What a channel has planned, as an iCalendar file (RFC 5545) that reminds of each ten minutes before. One of every week is there with its
 * next time: the streamer's clock, which the later ones follow, is not known here.
 */
export function calendarFile(
  broadcasts: readonly PlannedBroadcast[],
  {
    summaryOf,
    address,
    nowMs,
  }: {
    summaryOf: (broadcast: PlannedBroadcast) => string
    /** Of the channel. */
    address: string
    nowMs: number
  },
): string {
  const events = broadcasts.flatMap((broadcast) => {
    const summary = escapeText(summaryOf(broadcast))
    return [
      'BEGIN:VEVENT',
      // The same address and time are the same event, however often it is added.
      `UID:${broadcast.startTime}-${encodeURIComponent(address)}`,
      `DTSTAMP:${utcTime(nowMs)}`,
      `DTSTART:${utcTime(broadcast.startTime)}`,
      `DURATION:PT${broadcast.durationMinutes ?? usualMinutes}M`,
      `SUMMARY:${summary}`,
      `URL:${address}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${summary}`,
      `TRIGGER:-PT${remindMinutes}M`,
      'END:VALARM',
      'END:VEVENT',
    ]
  })
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Waggle//Schedule//EN', ...events, 'END:VCALENDAR']
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Section 3.3.5, form 2. */
function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Section 3.3.11. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
}

/** A line that goes on in the next one begins there with a space. No character is divided. */
function folded(line: string): string {
  const parts = ['']
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > lineOctets) {
      parts.push(' ')
      octets = 1
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n')
}
