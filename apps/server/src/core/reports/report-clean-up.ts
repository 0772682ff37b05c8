import { operatingLimits } from '@waggle/contract/operating/limits'
import { deleteOldEvidence, deleteOldReports } from '../../db/operating/evidence.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { CoreContext } from '../context.ts'

const intervalMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Deletes the evidence of reports that were closed some time ago, and later the reports (rule OPERATE-9). */
export function startReportCleanUp(context: Pick<CoreContext, 'db' | 'now' | 'log'>): PeriodicTask {
  return startPeriodicTask(() => cleanUpReports(context), {
    pauseMs: intervalMs,
    isBackground: true,
    onError: (error) => context.log.warn({ error }, 'could not delete old evidence of reports; trying again later'),
  })
}

export async function cleanUpReports({ db, now }: Pick<CoreContext, 'db' | 'now'>): Promise<void> {
  await deleteOldEvidence(db, now() - operatingLimits.evidenceDays * dayMs)
  await deleteOldReports(db, now() - operatingLimits.ownReportsDays * dayMs)
}
