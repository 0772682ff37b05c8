import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, username } from '../fields.ts'
import { channelLimits as limits } from './limits.ts'

const nextBroadcast = z.object({
  startTime: epochMs
    .nullable()
    .meta({ description: 'When the channel says that it will be live; null if it says nothing' }),
})

/** When a channel will be live next (rule SETTINGS-8). */
export const nextBroadcastEndpoints = {
  getNextBroadcast: {
    summary: 'When a channel says that it will be live next; null where it says nothing or the time is over',
    auth: 'none',
    params: z.object({ username }),
    response: nextBroadcast,
    errors: ['invalid_username'],
  },
  updateNextBroadcast: {
    summary: `Say when the caller's channel will be live next, at most ${limits.nextBroadcastMaxDays} days ahead, or take it back with null`,
    auth: 'session',
    body: nextBroadcast,
    response: nextBroadcast,
    errors: ['invalid_request', 'next_broadcast_refused', ...signedIn, 'rate_limited'],
  },
} as const
