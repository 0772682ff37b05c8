import type { LoggedKind } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { Db } from '../../db/open.ts'
import { listSiteActions, type SiteActionRow } from '../../db/operating/site-actions.ts'

/** What entries of the log are about. Each of the words has to occur. */
export interface Search {
  username?: string | undefined
  kind?: LoggedKind | undefined
  words?: string | undefined
}

const rowsPerRead = 500

/**
 * A page of the log, the latest first, of what is sought. It looks at a bounded number of entries: `next` is where to go on, also after
 * a page with nothing in it; null at the end of the log.
 */
export async function searchActions(
  db: Db,
  { before, ...search }: Search & { before?: string | undefined },
): Promise<{ rows: SiteActionRow[]; next: string | null }> {
  const { pageSize, searchedActions } = operatingLimits
  const isFound = finderOf(search)
  const isFiltered = search.kind !== undefined || (search.words ?? '') !== ''
  const limit = isFiltered ? rowsPerRead : pageSize + 1
  const rows: SiteActionRow[] = []
  let beforeId = before
  for (let read = 0; read < searchedActions; read += limit) {
    const some: SiteActionRow[] = await listSiteActions(db, { username: search.username, beforeId, limit })
    for (const row of some) {
      if (rows.length === pageSize) return { rows, next: beforeId ?? null }
      if (isFound(row)) rows.push(row)
      beforeId = row.id
    }
    if (some.length < limit) return { rows, next: null }
  }
  return { rows, next: beforeId ?? null }
}

/** Whether an entry has the kind and the words. They are compared here, because databases differ in what they call the same letter. */
export function finderOf({ kind, words = '' }: Search): (row: SiteActionRow) => boolean {
  const sought = words.toLowerCase().split(/\s+/).map(withoutAt)
  return (row) => (kind === undefined || row.kind === kind) && sought.every((word) => textOf(row).includes(word))
}

/** Names are written with and without it. */
function withoutAt(word: string): string {
  return word.replace(/^@/, '')
}

function textOf(row: SiteActionRow): string {
  const { username, takenBy, undoneBy, note, statement, reason, streamId, channel, previous } = row
  return [username, takenBy, undoneBy, note, statement, reason, streamId, channel, previous].join('\n').toLowerCase()
}
