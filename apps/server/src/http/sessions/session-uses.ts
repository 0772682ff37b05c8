import { markSessionsUsed, type SessionRow } from '../../db/accounts/sessions.ts'
import { commitWithDeferredSync } from '../../db/commit-with-deferred-sync.ts'
import type { Db } from '../../db/open.ts'
import type { Log } from '../../lib/log.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'

const storeIntervalMs = 60_000
/** An update of this many rows takes a few milliseconds. */
const sliceSize = 500

/** Records when sessions were last used, to the minute or two: a write for every call would cost more than most calls. */
export interface SessionUses {
  record(session: Pick<SessionRow, 'tokenHash' | 'lastUsedAtMs'>): void
  /** Stores what was recorded. */
  store(): Promise<void>
  /** Stores what was recorded, and stops. */
  close(): Promise<void>
}

export function startSessionUses({ db, now, log }: { db: Db; now(): number; log: Log }): SessionUses {
  /** The token hashes of sessions used since the last time they were stored. */
  const used = new Set<string>()
  const reportError = (error: unknown) => log.warn({ error }, 'could not store which sessions are in use; trying again')

  async function store(): Promise<void> {
    while (used.size > 0) {
      const slice = used.values().take(sliceSize).toArray()
      await commitWithDeferredSync(db, (transaction) => markSessionsUsed(transaction, slice, now()))
      for (const tokenHash of slice) used.delete(tokenHash)
    }
  }

  const task: PeriodicTask = startPeriodicTask(store, {
    pauseMs: storeIntervalMs,
    onError: reportError,
    isBackground: true,
  })
  return {
    record({ tokenHash, lastUsedAtMs }) {
      if (now() - lastUsedAtMs >= storeIntervalMs) used.add(tokenHash)
    },
    store,
    async close() {
      await task.close()
      await store().catch(reportError)
    },
  }
}
