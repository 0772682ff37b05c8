import type { LoggedKind } from '@waggle/contract/operating/actions'
import { operatingLimits } from '@waggle/contract/operating/limits'
import type { Db } from '../../db/open.ts'
import { listSiteActions, type SiteActionRow } from '../../db/operating/site-actions.ts'

interface Search {
  username?: string | undefined
  kind?: LoggedKind | undefined
  words?: string | undefined
  before?: string | undefined
}

const rowsPerRead = 500

/**
 * A page of the log, the latest first, of what has each of the words. It looks at a bounded number of entries: `next` is where to go
 * on, also after a page with nothing in it; null at the end of the log. The words are compared here, because databases differ in
 * what they call the same letter.
 */
export async function searchActions(
  db: Db,
  { username, kind, words = '', before }: Search,
): Promise<{ rows: SiteActionRow[]; next: string | null }> {
  const { pageSize, searchedActions } = operatingLimits
  const sought = words.toLowerCase().split(/\s+/).map(withoutAt)
  const isFound = (row: SiteActionRow) =>
    (kind === undefined || row.kind === kind) && sought.every((word) => textOf(row).includes(word))
  const isFiltered = kind !== undefined || words !== ''
  const limit = isFiltered ? rowsPerRead : pageSize + 1
  const rows: SiteActionRow[] = []
  let beforeId = before
  for (let read = 0; read < searchedActions; read += limit) {
    const some: SiteActionRow[] = await listSiteActions(db, { username, beforeId, limit })
    for (const row of some) {
      if (rows.length === pageSize) return { rows, next: beforeId ?? null }
      if (isFound(row)) rows.push(row)
      beforeId = row.id
    }
    if (some.length < limit) return { rows, next: null }
  }
  return { rows, next: beforeId ?? null }
}

/** Names are written with and without it. */
function withoutAt(word: string): string {
  return word.replace(/^@/, '')
}

function textOf(row: SiteActionRow): string {
  const { username, takenBy, undoneBy, note, statement, reason, streamId, channel, previous } = row
  return [username, takenBy, undoneBy, note, statement, reason, streamId, channel, previous].join('\n').toLowerCase()
}
