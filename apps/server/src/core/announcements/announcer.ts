import { limits } from '@waggle/contract/limits'
import { claimAnnouncements, enqueueAnnouncements, updateAnnouncement } from '../../db/announcements/announcements.ts'
import type { Log } from '../../lib/log.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { advanceAnnouncement, type SenderContext } from './announcement-sender.ts'

export interface AnnouncerContext extends SenderContext {
  log: Log
}

const pauseMs = 1000
/** Longer than one step takes: a process that dies in it leaves the row to others then. */
const claimMs = 60_000

/** Announces broadcasts from the outbox in the database, one step after the other, until it is closed. */
export function startAnnouncer(context: AnnouncerContext): PeriodicTask {
  return startPeriodicTask(() => announceOnce(context), {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not go on with announcements; trying again'),
  })
}

/** Looks for broadcasts to announce and brings each that is due one step on. */
export async function announceOnce(context: AnnouncerContext): Promise<void> {
  const nowMs = context.now()
  await enqueueAnnouncements(context.db, nowMs - limits.reconnectWindowMs, nowMs)
  const rows = await claimAnnouncements(context.db, nowMs, nowMs + claimMs)
  await Promise.all(
    rows.map(async (row) => {
      const change = await advanceAnnouncement(context, row)
      await updateAnnouncement(context.db, row.broadcastId, change)
      if (change.state || change.problem !== row.problem) {
        const { broadcastId: streamId, username, permlink } = row
        context.log.info({ streamId, username, permlink, state: change.state, problem: change.problem }, 'announcement')
      }
    }),
  )
}
