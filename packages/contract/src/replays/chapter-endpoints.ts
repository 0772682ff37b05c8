import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, oneLine, streamId } from '../fields.ts'
import { replayLimits as limits } from './limits.ts'

const title = oneLine(limits.chapterTitleMaxLength)
  .refine((text) => text !== '')
  .meta({ description: `1 to ${limits.chapterTitleMaxLength} characters` })

/** A moment of a recorded broadcast that has a title. It lasts until the next one begins. */
export const chapter = z.object({
  title: z.string(),
  at: epochMs.meta({ description: 'The time of its first picture' }),
})

const chapters = z.array(chapter).meta({ description: 'In the order of their times' })

/** The chapters of recorded broadcasts (rules CHAPTER-1 to CHAPTER-3). Everybody reads them with `getReplay`. */
export const chapterEndpoints = {
  beginChapter: {
    summary:
      'Begin a chapter of the own broadcast that is live and recorded. It replaces those that begin less than 10 seconds from it',
    auth: 'session',
    params: z.object({ streamId }),
    body: z.object({
      title,
      at: epochMs.optional().meta({
        description: 'The time of its first picture, which must be recorded. Without it the present',
      }),
    }),
    response: chapter,
    errors: [
      ...signedIn,
      'stream_not_found',
      'chapter_not_recorded',
      'chapters_too_many',
      'invalid_request',
      'rate_limited',
    ],
  },
  saveChapters: {
    summary: `Replace the chapters of a recording of the own channel, at most ${limits.chaptersMax}`,
    auth: 'session',
    params: z.object({ streamId }),
    // The size of the call bounds the list, so that too many are refused with a sentence of their own.
    body: z.object({ chapters: z.array(z.object({ title, at: epochMs })) }),
    response: z.object({ chapters }),
    errors: [
      ...signedIn,
      'stream_not_found',
      'chapters_too_many',
      'chapters_too_close',
      'chapter_not_recorded',
      'invalid_request',
      'rate_limited',
    ],
  },
} as const

export type Chapter = z.output<typeof chapter>
