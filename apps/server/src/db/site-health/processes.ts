import type { ProcessStatus } from '@waggle/contract/site-health/endpoints'
import type { Db } from '../open.ts'

/** What a process says of itself, and what it remembers across restarts. */
export interface ProcessRow {
  name: string
  status: SavedStatus
  seenAtMs: number
}

export type SavedStatus = Omit<ProcessStatus, 'name' | 'seenAt' | 'state'> & {
  isStopped: boolean
  /** How full its disks were, the oldest first. */
  diskHistory: readonly DiskSample[]
}

export interface DiskSample {
  disk: 'data' | 'recordings'
  atMs: number
  freeBytes: number
}

export async function saveProcess(db: Db, { name, status, seenAtMs }: ProcessRow): Promise<void> {
  const values = { status: JSON.stringify(status), seen_at_ms: seenAtMs }
  await db
    .insertInto('processes')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

export async function listProcesses(db: Db): Promise<ProcessRow[]> {
  const rows = await db.selectFrom('processes').selectAll().orderBy('name').execute()
  return rows.map(({ name, status, seen_at_ms }) => ({
    name,
    // Processes of older versions do not say it.
    status: { processorShare: null, ...JSON.parse(status) },
    seenAtMs: seen_at_ms,
  }))
}

export async function deleteProcess(db: Db, name: string, seenAtMs: number): Promise<void> {
  await db.deleteFrom('processes').where('name', '=', name).where('seen_at_ms', '=', seenAtMs).execute()
}
