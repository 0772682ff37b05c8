import type { Refusals } from '../refusal.ts'

export const hiveErrors = {
  hive_unavailable: {
    status: 503,
    message: 'The Hive network cannot be reached at the moment. Please try again soon.',
  },
  account_not_found: { status: 404, message: 'There is no such Hive account' },
  post_not_found: { status: 404, message: 'Stream post not found' },
  not_live: { status: 409, message: 'Go live first: there is no broadcast to announce' },
  already_announced: { status: 409, message: 'This broadcast is announced already' },
} as const satisfies Refusals
