import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect, type SqliteStatement } from 'kysely'

/** The site has some hundred questions. Lists of any length make long ones, which are kept by nobody. */
const keptStatements = 300
const keptMaxLength = 3000

/**
 * Kysely's SQLite dialect on Node's built-in SQLite, which has the same shape as the package the dialect was written for; and what
 * waits until the disk has all that was committed.
 */
export function openSqlite(file: string): { dialect: SqliteDialect; toDisk(): Promise<void> } {
  const database = new DatabaseSync(file)
  // FULL: what was acknowledged survives a power cut, not only a killed process.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 5000;
  `)
  // Preparing takes longer than most of the answers.
  const statements = new Map<string, SqliteStatement>()
  // What is committed is in this file until SQLite moves it (SQLite, 'Write-Ahead Logging').
  let log: number | undefined
  const dialect = new SqliteDialect({
    database: {
      close() {
        database.close()
        if (log !== undefined) closeSync(log)
      },
      prepare(sql) {
        if (sql.length > keptMaxLength) return prepare(database, sql)
        const statement = statements.get(sql) ?? prepare(database, sql)
        statements.delete(sql)
        statements.set(sql, statement)
        if (statements.size > keptStatements) statements.delete(statements.keys().next().value!)
        return statement
      },
    },
  })
  return {
    dialect,
    toDisk() {
      const opened = log ?? openSync(`${file}-wal`, 'r+')
      log = opened
      return new Promise((resolve, reject) => fdatasync(opened, (error) => (error ? reject(error) : resolve())))
    },
  }
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
