import { z } from 'zod'
import { cleanLine, cleanLines, lengthOf } from './clean-text.ts'
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

/** One line of text, trimmed, of at most `maxLength` characters as people count them (code points, not UTF-16 units). */
export function oneLine(maxLength: number) {
  return bounded(maxLength, cleanLine)
}

/** Text with line breaks, trimmed, of at most `maxLength` characters. */
export function severalLines(maxLength: number) {
  return bounded(maxLength, cleanLines)
}

function bounded(maxLength: number, clean: (text: string) => string) {
  return z
    .string()
    .max(4 * maxLength)
    .transform(clean)
    .refine((text) => lengthOf(text) <= maxLength)
    .meta({ description: `At most ${maxLength} characters` })
}
