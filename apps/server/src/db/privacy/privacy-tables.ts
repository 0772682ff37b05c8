import { type StoredGroup, storedGroups } from '@waggle/contract/privacy/groups'
import type { StoredRows, StoredTable } from './stored/stored-table.ts'
import { storedTables } from './stored-data.ts'

export const tablesBegin =
  '<!-- Written by `npm run privacy` from apps/server/src/db/privacy/stored: change it there. -->'
export const tablesEnd = '<!-- Up to here. -->'

const headings: Record<StoredGroup, string> = {
  account: 'Your account here',
  channel: 'Your channel',
  follows: 'Follows',
  chat: 'Chat',
  broadcasts: 'Broadcasts',
  recordings: 'Recordings and clips',
  announcements: 'Announcements',
  tips: 'Tips',
  tools: 'Overlay and webhooks',
  moderation: 'Moderation',
}

/** The part of docs/privacy.md that says what is in the database. */
export function privacyTables(): string {
  const groups = storedGroups.map((group) => section(headings[group], (table) => table.group === group))
  return [tablesBegin, ...groups, section('Of no account', ({ group }) => group === null), tablesEnd].join('\n\n')
}

function section(heading: string, isIn: (table: StoredTable) => boolean): string {
  const lines = storedTables
    .filter(([, table]) => isIn(table))
    .map(([name, table]) => `| \`${name}\` | ${columnsOf(table)} | ${table.why} | ${table.kept} | ${fateOf(table)} |`)
  return [
    `### ${heading}`,
    '',
    '| table | data | why | how long | when you delete your data |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function columnsOf({ columns }: StoredTable): string {
  const shown = Object.entries(columns).filter(([, use]) => use !== 'technical')
  return shown.map(([name, use]) => (use === 'secret' ? `${name} (a hash)` : name)).join(', ') || '-'
}

function fateOf({ rows, group }: StoredTable): string {
  if (group === null) return 'stays'
  return rows.map((each) => `${ofWhom(each)}${each.onDeletion === 'kept' ? 'stays' : 'deleted'}`).join('; ')
}

function ofWhom({ of }: StoredRows): string {
  return typeof of === 'string' ? `with you as ${of}: ` : `of your ${of.in}: `
}
