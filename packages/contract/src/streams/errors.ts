import type { Refusals } from '../refusal.ts'

export const streamErrors = {
  stream_not_found: { status: 404, message: 'Stream not found' },
} as const satisfies Refusals
