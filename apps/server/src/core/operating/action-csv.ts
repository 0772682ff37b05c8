import type { Db } from '../../db/open.ts'
import { listSiteActions, type SiteActionRow } from '../../db/operating/site-actions.ts'
import { toCsv } from '../stats/csv.ts'
import { finderOf, type Search } from './search-actions.ts'

const rowsPerPage = 500

const columns = [
  ...['time', 'kind', 'account', 'broadcast', 'reason', 'note', 'by', 'until', 'undone_by', 'undone_at', 'previous'],
  ...['channel', 'message', 'statement', 'report'],
]

/** All of the log that is sought, the latest first, a page at a time. */
export async function* writeActionCsv(db: Db, search: Search): AsyncGenerator<string> {
  yield toCsv([columns])
  const isFound = finderOf(search)
  let beforeId: string | undefined
  for (;;) {
    const rows: SiteActionRow[] = await listSiteActions(db, { username: search.username, beforeId, limit: rowsPerPage })
    const found = rows.filter(isFound)
    if (found.length > 0) yield toCsv(found.map(toCsvRow))
    if (rows.length < rowsPerPage) return
    beforeId = rows.at(-1)?.id
  }
}

function toCsvRow(row: SiteActionRow): string[] {
  const time = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString())
  return [
    ...[time(row.takenAtMs), row.kind, row.username, row.streamId ?? '', row.reason ?? '', row.note, row.takenBy],
    ...[time(row.untilMs), row.undoneBy ?? '', time(row.undoneAtMs), row.previous ?? ''],
    ...[row.channel ?? '', row.messageId ?? '', row.statement, row.reportId ?? ''],
  ]
}
