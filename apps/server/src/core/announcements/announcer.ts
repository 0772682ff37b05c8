import { limits } from '@waggle/contract/limits'
import { claimAnnouncements, enqueueAnnouncements, updateAnnouncement } from '../../db/announcements/announcements.ts'
import type { Log } from '../../lib/log.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { advanceAnnouncement, type SenderContext } from './announcement-sender.ts'

export interface AnnouncerContext extends SenderContext {
  log: Log
  /** A private site tells the chain nothing (rule MEMBER-7). */
  isPaused?: () => boolean
}

const pauseMs = 1000
/** Longer than a step takes. When a process dies during a step, another process takes over the row after this time. */
const claimMs = 60_000

/** Announces broadcasts from the outbox in the database, step by step, until it is closed. */
export function startAnnouncer(context: AnnouncerContext): PeriodicTask {
  return startPeriodicTask(() => announceOnce(context), {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not process announcements; trying again'),
  })
}

/** Adds new broadcasts to the outbox, and advances each announcement that is due by one step. */
export async function announceOnce(context: AnnouncerContext): Promise<void> {
  if (context.isPaused?.()) return
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
