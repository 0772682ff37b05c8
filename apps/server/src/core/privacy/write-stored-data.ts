import { setImmediate as nextTurn } from 'node:timers/promises'
import { readStoredRows } from '../../db/privacy/stored-rows.ts'
import type { CoreContext } from '../context.ts'

/** A page takes a few milliseconds to read, and at most about a megabyte of memory. */
const pageSize = 500

/**
 * All that is stored about an account, as one JSON document: `stored` has the rows of each table, with why and how long they are kept.
 * A page of rows is read when the client has taken the one before.
 */
export async function* writeStoredData(
  { db, now, addresses }: Pick<CoreContext, 'db' | 'now' | 'addresses'>,
  username: string,
): AsyncGenerator<string> {
  const head = { site: addresses().publicUrl, account: username, at: new Date(now()).toISOString() }
  yield `${JSON.stringify(head).slice(0, -1)},\n"stored":{`
  let isFirstTable = true
  let isFirstRow = true
  for await (const step of readStoredRows(db, username, pageSize)) {
    if ('rows' in step) {
      yield step.rows.map((row, index) => `${isFirstRow && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
      isFirstRow = false
      // The embedded database answers within the same turn: without this, a large download keeps others waiting.
      await nextTurn()
      continue
    }
    const { table, ...about } = step
    yield `${isFirstTable ? '' : ']},'}\n${JSON.stringify(table)}:${JSON.stringify(about).slice(0, -1)},"rows":[`
    isFirstTable = false
    isFirstRow = true
  }
  yield `${isFirstTable ? '' : ']}'}}}\n`
}
