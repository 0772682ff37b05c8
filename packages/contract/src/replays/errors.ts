import type { Refusals } from '../refusal.ts'

export const replayErrors = {
  download_refused: { status: 403, message: 'This channel does not offer its broadcasts for download' },
  downloads_busy: {
    status: 429,
    message: 'Too many downloads are running. Wait for one to end, or try again in a few minutes',
  },
} as const satisfies Refusals
