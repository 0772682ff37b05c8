/** Apart from the other limits, because only the owner's form needs them. */
export const scheduleLimits = {
  broadcastsMax: 14,
  titleMaxLength: 100,
  durationMinMinutes: 5,
  durationMaxMinutes: 24 * 60,
  maxDaysAhead: 90,
  /** How long a broadcast that is late is still said to come. */
  lateMs: 30 * 60_000,
  timeZoneMaxLength: 64,
} as const

/** A broadcast that a channel says will come (rule SETTINGS-8). */
export interface PlannedBroadcast {
  /** When it begins, in milliseconds since 1970. Of one of every week, the next time. */
  startTime: number
  isWeekly: boolean
  /** Empty where there is none. */
  title: string
  /** How long it will be; null where the streamer does not say. */
  durationMinutes: number | null
  /** What it will be about: a category of the site, by its English name, or null. */
  category: string | null
}
