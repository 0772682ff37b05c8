import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../lib/startup/start-error.ts'
import type { DatabasePlace } from './open.ts'

/** Folders that are in the data folder while a command has not filled it completely. */
export const restoreFolder = 'restore.unfinished'
export const moveFolder = 'migrate.unfinished'

/** Throws StartError where a site would begin anew on data that are not complete. Databases are checked when they are opened. */
export function refuseUnfinishedData({ dataDir, databaseUrl }: DatabasePlace): void {
  if (existsSync(join(dataDir, restoreFolder))) {
    throw new StartError(`${dataDir} has a restore that is not complete: run the restore command again.`)
  }
  if (databaseUrl === undefined && existsSync(join(dataDir, moveFolder))) {
    throw new StartError(
      `${dataDir} has a move to SQLite that is not complete: run the migrate command again, with DATABASE_URL.`,
    )
  }
}
