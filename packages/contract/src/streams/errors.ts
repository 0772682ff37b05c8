import type { Refusals } from '../refusal.ts'

export const streamErrors = {
  category_unknown: { status: 400, message: 'This site does not have this category' },
  stream_not_found: { status: 404, message: 'Stream not found' },
} as const satisfies Refusals
