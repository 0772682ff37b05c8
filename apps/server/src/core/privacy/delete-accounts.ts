import { setTimeout as wait } from 'node:timers/promises'
import { privacyLimits } from '@waggle/contract/privacy/limits'
import { insertSiteAction } from '../../db/operating/site-actions.ts'
import { deleteSiteModerator } from '../../db/operating/site-moderators.ts'
import {
  type AccountDeletion,
  claimAccountDeletion,
  endAccountDeletion,
  giveUpRecordingsOf,
  postponeAccountDeletion,
} from '../../db/privacy/account-deletions.ts'
import { storedTables } from '../../db/privacy/stored-data.ts'
import { deleteStoredRows } from '../../db/privacy/stored-rows.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import type { CoreContext } from '../context.ts'

const intervalMs = 1000
/** Longer than a pass takes: another process continues when this one has died. */
const claimMs = 60_000
/** A slice of rows blocks the process for a few milliseconds. */
const rowsPerSlice = 200
const pauseMs = 10
const againAfterMs = 2000

type DeletionContext = Pick<CoreContext, 'db' | 'now' | 'log' | 'state'>

/** Deletes the data of accounts that have asked for it, also when the process that was asked has died (rule PRIVACY-3). */
export function startDeletingAccounts(context: DeletionContext): PeriodicTask {
  const closing = new AbortController()
  const task = startPeriodicTask(() => deleteAccounts(context, closing.signal), {
    pauseMs: intervalMs,
    onError: (error) => context.log.warn({ error }, 'could not delete the data of an account; trying again'),
    isBackground: true,
  })
  return {
    async close() {
      closing.abort()
      await task.close()
    },
  }
}

async function deleteAccounts(context: DeletionContext, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  while (!signal.aborted) {
    const startedAtMs = now()
    const deletion = await claimAccountDeletion(db, startedAtMs, startedAtMs + claimMs)
    if (deletion === undefined) return
    const count = await deletePass(context, deletion, signal)
    if (signal.aborted) return
    const hasSettled = startedAtMs - deletion.requestedAtMs >= privacyLimits.deletionSettlesMs
    if (count === 0 && hasSettled) await endAccountDeletion(db, deletion)
    else await postponeAccountDeletion(db, deletion.username, now() + againAfterMs)
  }
}

/** Returns how many rows it has deleted. */
async function deletePass(
  context: DeletionContext,
  { username }: AccountDeletion,
  signal: AbortSignal,
): Promise<number> {
  const { db, now } = context
  let count = 0
  await giveUpRecordingsOf(db, username, now())
  await resignAsModerator(context, username)
  for (const [name, table] of storedTables) {
    for (const rows of table.rows) {
      if (rows.onDeletion !== 'deleted') continue
      for (;;) {
        if (signal.aborted) return count
        const keys = await deleteStoredRows(db, name, { table, rows, username, limit: rowsPerSlice })
        count += keys.length
        if (name === 'chat_messages' && rows.of === 'username') tellChats(context, username, keys)
        if (keys.length < rowsPerSlice) break
        await wait(pauseMs)
      }
    }
  }
  return count
}

/** Its rights are gone at once, and the log of the site says so. */
async function resignAsModerator({ db, now }: DeletionContext, username: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteSiteModerator(transaction, username))) return
    await insertSiteAction(transaction, {
      ...{ kind: 'dismiss-moderator', username, streamId: null, reason: null, note: '' },
      ...{ takenBy: username, takenAtMs: now(), untilMs: null },
    })
  })
}

/** The messages also disappear from open pages. */
function tellChats({ state, log }: DeletionContext, username: string, keys: readonly Record<string, unknown>[]): void {
  for (const [channel, messages] of Map.groupBy(keys, (key) => String(key.channel))) {
    const ids = messages.map(({ id }) => String(id)).sort()
    state
      .publish('chat', { kind: 'user-messages-deleted', channel, username, ids })
      .catch((error: Error) =>
        log.warn({ reason: error.message }, 'open chats still show messages of a deleted account'),
      )
  }
}
