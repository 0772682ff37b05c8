import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../../db/open.ts'

/**
 * Opens a database as the server does, and is killed before its n-th statement: `killed-migration.ts <place as JSON> <n>`. Prints the
 * number of statements if it lives that long.
 */
const [place = '', killAt = ''] = process.argv.slice(2)
let statements = 0

function count(): void {
  statements += 1
  if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
  count()
  return prepare.apply(this, args)
}
const query: (...args: never[]) => unknown = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
  count()
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

const db = await openDatabase(JSON.parse(place))
await db.destroy()
console.log(statements)
