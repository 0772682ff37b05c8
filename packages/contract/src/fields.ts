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
