import { expect, test } from 'vitest'
import { lastSeenText } from './last-seen.ts'

const nowMs = Date.UTC(2026, 10, 21)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

test.each([
  [null, 'Recently'],
  [nowMs, 'just now'],
  // The browser's clock is behind the server's.
  [nowMs + minuteMs, 'just now'],
  [nowMs - minuteMs, '1 minute ago'],
  [nowMs - 59 * minuteMs, '59 minutes ago'],
  [nowMs - 5 * 60 * minuteMs, '5 hours ago'],
  [nowMs - dayMs, 'yesterday'],
  [nowMs - 6 * dayMs, '6 days ago'],
  [nowMs - 7 * dayMs, 'last week'],
  [nowMs - 400 * dayMs, 'last year'],
])('%s is %s', (seenAtMs, text) => expect(lastSeenText(seenAtMs, nowMs)).toBe(text))
