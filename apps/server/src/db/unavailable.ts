/**
 * SQLite's result codes (sqlite.org/rescode.html) of which the statement is not the cause: BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL,
 * CANTOPEN. The lower byte of an extended code is the primary one.
 */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])
/**
 * PostgreSQL's classes of errors (Appendix A of its documentation) of which the statement is not the cause: connection, insufficient
 * resources, operator intervention, system; and a transaction that may only read, as on a standby.
 */
const postgresCodes = /^(?:08...|53...|57...|58...|25006)$/
/** Of pg and pg-pool, which give these no code: a connection is lost, or none became free within `connectionTimeoutMillis`. */
const connectionMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether a query failed because the database cannot do its work at the moment: a full disk, no connection, too many callers. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string') return postgresCodes.test(code) || networkCodes.has(code)
  return connectionMessages.test(error.message)
}
