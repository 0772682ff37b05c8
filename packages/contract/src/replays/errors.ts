import type { Refusals } from '../refusal.ts'

export const replayErrors = {
  download_refused: { status: 403, message: 'This channel does not offer its broadcasts for download' },
  cut_empty: { status: 400, message: 'The end of the cut must be after its beginning' },
  cut_everything: { status: 409, message: 'Nothing would be left. Delete the recording instead' },
  chapters_too_many: { status: 409, message: 'A broadcast has at most 100 chapters. Remove some first' },
  chapters_too_close: { status: 400, message: 'Chapters must begin at least 10 seconds apart' },
  chapter_not_recorded: { status: 400, message: 'A chapter must begin within what is recorded of the broadcast' },
  downloads_busy: {
    status: 429,
    message: 'Too many downloads are running. Wait for one to end, or try again in a few minutes',
  },
} as const satisfies Refusals
