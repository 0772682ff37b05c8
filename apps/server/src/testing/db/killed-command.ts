import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { runDataCommand } from '../../backup/run-command.ts'

/**
 * Runs a data command with the settings of its environment, and is killed before its n-th statement: `killed-command.ts <n> <name>
 * <arguments>`. Prints the number of statements if it lives that long.
 */
const [killAt = '', name = '', ...args] = process.argv.slice(2)
let statements = 0

function count(): void {
  statements += 1
  if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

for (const method of ['prepare', 'exec'] as const) {
  const original: (...given: never[]) => unknown = DatabaseSync.prototype[method]
  DatabaseSync.prototype[method] = function (this: DatabaseSync, ...given: never[]) {
    count()
    return original.apply(this, given)
  } as never
}
const query: (...given: never[]) => unknown = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...given: never[]) {
  count()
  return query.apply(this, given)
} as typeof pg.Client.prototype.query

const output = { print: () => undefined, printError: console.error }
process.exitCode = await runDataCommand(name as 'restore', args, process.env, output)
if (process.exitCode === 0) console.log(statements)
