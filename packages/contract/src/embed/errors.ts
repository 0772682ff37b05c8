import type { Refusals } from '../refusal.ts'

export const embedErrors = {
  format_not_supported: { status: 501, message: 'Only the format json is supported' },
} as const satisfies Refusals
