import type { Refusals } from '../refusal.ts'

export const overlayErrors = {
  overlay_not_found: { status: 404, message: 'This overlay address does not work any more' },
} as const satisfies Refusals
