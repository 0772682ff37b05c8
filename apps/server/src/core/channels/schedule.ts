import { scheduleLimits as limits, type PlannedBroadcast } from '@waggle/contract/channels/schedule'
import type { FastifyInstance } from 'fastify'
import { findSchedule, findSchedules, type StoredBroadcast, saveSchedule } from '../../db/accounts/schedules.ts'
import { Refusal } from '../../http/refusal.ts'
import { route } from '../../http/route.ts'
import type { CoreContext } from '../context.ts'
import { identityOf } from '../identity/identity.ts'
import { findTimeZone, nextOccurrence } from './occurrences.ts'

const dayMs = 24 * 60 * 60_000

/** When a channel will be live: everyone may read it, the owner replaces the whole of it (rules SETTINGS-8 and API-23). */
export function scheduleRoutes(app: FastifyInstance, context: CoreContext): void {
  const { db, now } = context

  route(app, context, 'getSchedule', async ({ params: { username } }) => ({
    broadcasts: coming(await findSchedule(db, username), now()),
  }))

  route(app, context, 'updateSchedule', async ({ body, session: { username } }) => {
    if (body.broadcasts.length > limits.broadcastsMax) throw new Refusal('schedule_full')
    const timeZone = findTimeZone(body.timeZone)
    if (timeZone === undefined) throw new Refusal('time_zone_unknown')
    const stored = await findSchedule(db, username)
    const nowMs = now()
    // As with the channel's own, one that the site has taken from its list since may stay (rule SETTINGS-2).
    const categories = new Set([...identityOf(context).categories, ...stored.map(({ category }) => category)])
    const planned = body.broadcasts.map((broadcast) => {
      const { startTime, title, durationMinutes, category } = broadcast
      if (category !== null && !categories.has(category)) throw new Refusal('category_unknown')
      if (startTime > nowMs + limits.maxDaysAhead * dayMs) throw new Refusal('schedule_time_refused')
      const known = stored.find((other) => isSame(other, broadcast, nowMs))
      if (known) return { ...known, title, durationMinutes, category }
      if (startTime <= nowMs) throw new Refusal('schedule_time_refused')
      return { ...broadcast, timeZone }
    })
    const kept = planned.filter((broadcast) => nextTime(broadcast, nowMs) !== undefined)
    await saveSchedule(db, username, kept)
    return { broadcasts: coming(kept, nowMs) }
  })
}

/**
 * Whether a broadcast is sent again as it was answered. It then keeps its first time and its time zone: the answer may have the time of
 * a day on which the clock is changed, and the streamer may be travelling. Meanwhile its time may also have come. A later week of a
 * weekly one is no answer: it has been moved there.
 */
function isSame(stored: StoredBroadcast, { startTime, isWeekly }: PlannedBroadcast, nowMs: number): boolean {
  const isLater = startTime > (nextTime(stored, nowMs) ?? startTime)
  return stored.isWeekly === isWeekly && !isLater && nextOccurrence(stored, startTime - 1) === startTime
}

/** One that is late is still said to come. */
function nextTime(stored: StoredBroadcast, nowMs: number): number | undefined {
  return nextOccurrence(stored, nowMs - limits.lateMs)
}

/** The next one first. What was planned twice is said once. */
function coming(stored: readonly StoredBroadcast[], nowMs: number): PlannedBroadcast[] {
  const all = new Map<string, PlannedBroadcast>()
  for (const broadcast of stored) {
    const { isWeekly, title, durationMinutes, category } = broadcast
    const startTime = nextTime(broadcast, nowMs)
    if (startTime === undefined) continue
    all.set(JSON.stringify([startTime, isWeekly, title]), { startTime, isWeekly, title, durationMinutes, category })
  }
  return [...all.values()].sort((one, other) => one.startTime - other.startTime)
}

/** When these channels will be live next (milliseconds since 1970), of those that say so. */
export async function nextBroadcasts(
  { db, now }: Pick<CoreContext, 'db' | 'now'>,
  usernames: readonly string[],
): Promise<Map<string, number>> {
  const nowMs = now()
  const next = new Map<string, number>()
  for (const [username, stored] of await findSchedules(db, usernames)) {
    const [first] = coming(stored, nowMs)
    if (first) next.set(username, first.startTime)
  }
  return next
}
