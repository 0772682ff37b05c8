import { z } from 'zod'
import { signedIn } from '../auth/errors.ts'
import { epochMs, oneLine, username } from '../fields.ts'
import { settingLimits } from '../site/settings.ts'
import { scheduleLimits as limits } from './schedule.ts'

const startTime = epochMs.meta({ description: 'When it begins. Of one that is repeated every week, the next time' })
const isWeekly = z.boolean().meta({ description: 'Whether it is repeated every week' })
const title = z.string().meta({ description: `At most ${limits.titleMaxLength} characters; empty where there is none` })
const durationMinutes = z
  .int()
  .min(limits.durationMinMinutes)
  .max(limits.durationMaxMinutes)
  .nullable()
  .meta({ description: 'How long it will be; null where the channel does not say' })
const category = z.string().nullable().meta({ description: 'One of the categories of the site, or null' })

const schedule = z.object({
  broadcasts: z.array(z.object({ startTime, isWeekly, title, durationMinutes, category })),
})

/** The number of broadcasts, their times and the time zone have sentences of their own. */
const scheduleUpdate = z.object({
  broadcasts: z.array(
    z.object({
      startTime,
      isWeekly: isWeekly.default(false),
      title: oneLine(limits.titleMaxLength).default(''),
      durationMinutes: durationMinutes.default(null),
      category: oneLine(settingLimits.categoryMaxLength)
        .transform((text) => text || null)
        .nullable()
        .default(null),
    }),
  ),
  timeZone: z.string().max(limits.timeZoneMaxLength).meta({
    description: "The streamer's time zone by its IANA name: what is repeated every week keeps its time of day there",
    example: 'Europe/Madrid',
  }),
})

/** When a channel will be live (rule SETTINGS-8). */
export const scheduleEndpoints = {
  getSchedule: {
    summary: 'The broadcasts that a channel has planned, the next one first; none where it has planned none',
    auth: 'none',
    params: z.object({ username }),
    response: schedule,
    errors: ['invalid_username'],
  },
  updateSchedule: {
    summary: `Replace the planned broadcasts of the caller's channel: at most ${limits.broadcastsMax}, and ${limits.maxDaysAhead} days ahead. A weekly one that is sent again keeps the time zone that it was saved with`,
    auth: 'session',
    body: scheduleUpdate,
    response: schedule,
    errors: [
      'invalid_request',
      'schedule_full',
      'schedule_time_refused',
      'time_zone_unknown',
      'category_unknown',
      ...signedIn,
      'rate_limited',
    ],
  },
} as const
