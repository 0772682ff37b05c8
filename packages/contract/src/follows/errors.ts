import type { Refusals } from '../refusal.ts'

export const followErrors = {
  follow_self: { status: 400, message: 'You cannot follow your own channel' },
  follow_no_account: { status: 404, message: 'There is no Hive account of this name' },
  follow_too_many: { status: 409, message: 'You have reached the limit for followed channels. Unfollow one first' },
} as const satisfies Refusals
