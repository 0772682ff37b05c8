import type { Refusals } from '../refusal.ts'

export const overlayErrors = {
  overlay_not_found: { status: 404, message: 'This overlay address no longer works' },
} as const satisfies Refusals
