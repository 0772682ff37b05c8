import { z } from 'zod'
import { clipIdPattern, normaliseUsername, streamIdPattern, usernamePattern } from './names.ts'

export const username = z
  .string()
  .max(64)
  .transform(normaliseUsername)
  .pipe(z.string().regex(usernamePattern))
  .meta({ example: 'alice' })

export const streamId = z.string().regex(streamIdPattern).meta({ example: 'k3f9x2m7q1w8e5r4t6y0' })

export const clipId = z.string().regex(clipIdPattern).meta({ example: 'clipk3f9x2m7q1w8e5r4t6y0' })

export const epochMs = z.int().meta({ description: 'Milliseconds since 1970-01-01 UTC' })

/** The answer of a call that has nothing else to say. */
export const success = z.object({ success: z.literal(true) })

// Control characters, and those that change the direction of the text around them: in a title they only disguise.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const invisibleButLineBreak = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** One line of text, trimmed, of at most `maxLength` characters as people count them (code points, not UTF-16 units). */
export function oneLine(maxLength: number) {
  return bounded(maxLength, (text) => text.replace(invisible, ' ').replace(/\s+/g, ' ').trim())
}

/** Text with line breaks, trimmed, of at most `maxLength` characters. */
export function severalLines(maxLength: number) {
  return bounded(maxLength, (text) =>
    text
      .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
      .replace(invisibleButLineBreak, ' ')
      .trim(),
  )
}

function bounded(maxLength: number, clean: (text: string) => string) {
  return z
    .string()
    .max(4 * maxLength)
    .transform(clean)
    .refine((text) => [...text].length <= maxLength)
    .meta({ description: `At most ${maxLength} characters` })
}
