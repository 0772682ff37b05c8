import { BackupError } from './backup-error.ts'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const refusedCodes = new Set(['EROFS', 'EACCES', 'EPERM'])
const sqliteFull = 13
const sqliteDamaged = new Set([11, 26])

/** A failure that the operator can do something about, as a sentence; every other error as it is. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const { code, errcode = 0, path } = error as Error & { code?: string; errcode?: number; path?: string }
  const primary = errcode & 0xff
  if (fullCodes.has(code ?? '') || primary === sqliteFull) {
    return new BackupError(`the disk is full${path ? ` (${path})` : ''}: make room and run it again`)
  }
  if (refusedCodes.has(code ?? '')) return new BackupError(`this user may not write ${path ?? 'there'}`)
  if (sqliteDamaged.has(primary)) {
    return new BackupError('the database is damaged: restore a backup, or recover it with the program sqlite3', {
      cause: error,
    })
  }
  if (code?.startsWith('08') || code?.startsWith('57') || networkCodes.has(code ?? '')) {
    return new BackupError(`the database or the store cannot be reached: ${error.message}`)
  }
  if (/^the recording store did not/.test(error.message)) return new BackupError(error.message)
  if (/fetch failed|aborted due to timeout/.test(error.message)) {
    const { message } = (error.cause ?? error) as Error
    return new BackupError(`the store of the backup or of recordings cannot be reached: ${message}`)
  }
  return error
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
