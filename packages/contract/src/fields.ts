import { z } from 'zod'
import { normaliseUsername, usernamePattern } from './names.ts'

/** Fields that several endpoints share. */
export const username = z
  .string()
  .max(64)
  .transform(normaliseUsername)
  .pipe(z.string().regex(usernamePattern))
  .meta({ example: 'alice' })

export const epochMs = z.int().meta({ description: 'Milliseconds since 1970-01-01 UTC' })

// Controls, and what turns the direction of the text around it: in a title they only disguise.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const invisibleButLineBreak = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** One line of text, trimmed, of at most so many characters as people count them (code points, not UTF-16 units). */
export function oneLine(maxLength: number) {
  return bounded(maxLength, (text) => text.replace(invisible, ' ').replace(/\s+/g, ' ').trim())
}

/** The same with line breaks. */
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
