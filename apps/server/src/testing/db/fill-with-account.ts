import { type ColumnMetadata, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { parentTables } from '../../db/privacy/stored/stored-table.ts'
import { storedTables } from '../../db/privacy/stored-data.ts'

/** Adds to every table a row about the account for each way in which one can be. Every text says where it was. */
export async function fillWithAccount(db: Db, username: string): Promise<void> {
  const columnsOf = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]))
  for (const [name, { rows, columns: uses }] of storedTables) {
    if (name === 'account_deletions') continue
    for (const [index, { of }] of rows.entries()) {
      const columns = (columnsOf.get(name) ?? []).filter((column) => !column.isAutoIncrementing)
      const toValue = ({ name: column, dataType, isNullable }: ColumnMetadata): string | number | null => {
        if (typeof of === 'string' && column === of) return username
        if (typeof of !== 'string' && column === of.column) return idOf(of.in, username)
        if (column === 'id' && isParent(name)) return `${name} ${index} ${username}`
        if (column === 'channel' && name === 'chat_messages') return 'somewhere'
        // Otherwise a task of the server would take it up.
        if (isNullable && uses[column] === 'technical') return null
        return /text|char/i.test(dataType) ? `${column} ${index} ${username}`.slice(0, 60) : index + 1
      }
      await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        values (${sql.join(columns.map(toValue))})`.execute(db)
    }
  }
  await db
    .insertInto('chat_rooms')
    .values({ channel: 'somewhere', last_tick: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function isParent(name: string): boolean {
  return Object.values(parentTables).some(({ table }) => table === name)
}

/** Of the row of the parent that belongs to the account. */
function idOf(parent: keyof typeof parentTables, username: string): string {
  const { table, owner } = parentTables[parent]
  const [, stored] = storedTables.find(([name]) => name === table) ?? []
  const index = stored?.rows.findIndex(({ of }) => of === owner) ?? -1
  return `${table} ${index} ${username}`
}
