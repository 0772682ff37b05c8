import type { Db } from '../../db/open.ts'
import { listSiteActions, type SiteActionRow } from '../../db/operating/site-actions.ts'
import { toCsv } from '../stats/csv.ts'

const rowsPerPage = 500

const columns = [
  ...['time', 'kind', 'account', 'broadcast', 'reason', 'note', 'by', 'until', 'undone_by', 'undone_at', 'previous'],
  ...['channel', 'message', 'statement', 'report'],
]

/** The whole log, the latest first, a page at a time. */
export async function* writeActionCsv(db: Db): AsyncGenerator<string> {
  yield toCsv([columns])
  let beforeId: string | undefined
  for (;;) {
    const rows: SiteActionRow[] = await listSiteActions(db, { beforeId, limit: rowsPerPage })
    if (rows.length > 0) yield toCsv(rows.map(toCsvRow))
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
