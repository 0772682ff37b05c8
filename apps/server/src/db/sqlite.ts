import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely'

/** The site has a few hundred statements. A list of variable length makes a long one, which is not cached. */
const maxCachedStatements = 300
const maxCachedLength = 3000
const noChange = { changes: 0, lastInsertRowid: 0 }

/**
 * Kysely's SQLite dialect on Node's built-in SQLite, which has the same shape as the package the dialect was written for.
 * `syncToDisk` resolves once everything committed is on the disk.
 */
export function openSqlite(file: string): { dialect: SqliteDialect; syncToDisk(): Promise<void> } {
  const database = new DatabaseSync(file)
  // FULL: an acknowledged commit survives a power cut, not only a killed process.
  // Secure delete: what is deleted is overwritten with zeros, and not merely marked as free.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 5000;
    pragma secure_delete = on;
  `)
  // Preparing a statement takes longer than running most of them.
  const statements = new Map<string, SqliteStatement>()
  // Commits stay in the write-ahead log until a checkpoint moves them to the database (SQLite, 'Write-Ahead Logging').
  let walFile: number | undefined
  const dialect = new NodeSqliteDialect({
    database: {
      close() {
        database.close()
        if (walFile !== undefined) closeSync(walFile)
      },
      prepare(sql) {
        if (sql.length > maxCachedLength) return prepare(database, sql)
        const statement = statements.get(sql) ?? (sql === 'rollback' ? rollBack(database) : prepare(database, sql))
        statements.delete(sql)
        statements.set(sql, statement)
        if (statements.size > maxCachedStatements) statements.delete(statements.keys().next().value!)
        return statement
      },
    },
  })
  return {
    dialect,
    syncToDisk() {
      const opened = walFile ?? openSync(`${file}-wal`, 'r+')
      walFile = opened
      return new Promise((resolve, reject) => fdatasync(opened, (error) => (error ? reject(error) : resolve())))
    },
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/**
 * Migrations run in one transaction, so that a process killed in the middle of them leaves the previous schema. SQLite can undo
 * changes of the schema ('SQL As Understood By SQLite', BEGIN TRANSACTION); Kysely makes no use of that by default.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * SQLite rolls a transaction back by itself when its disk fails or is full ('Response To Errors Within A Transaction'). Another rollback
 * would fail, and hide from callers why.
 */
function rollBack(database: DatabaseSync): SqliteStatement {
  const statement = prepare(database, 'rollback')
  return { ...statement, run: (parameters) => (database.isTransaction ? statement.run(parameters) : noChange) }
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}
