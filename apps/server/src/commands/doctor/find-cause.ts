import type { Config } from '../../config/config.ts'
import { findWriteMistake } from './data-folder.ts'
import { examinePostgres, examineRedis } from './databases.ts'

/** What around the program keeps it from working, as a sentence with its cure. */
export interface Cause {
  sentence: string
  /** Whether it may be well again by itself, so that another start can help. */
  mayPass: boolean
}

/** Looks for the cause of a failure where the doctor looks first. Undefined where all of it works. */
export async function findCause({ dataDir, databaseUrl, redisUrl }: Config): Promise<Cause | undefined> {
  const mistake = await findWriteMistake(dataDir)
  if (mistake !== undefined) return { sentence: mistake, mayPass: false }
  for (const examination of [
    databaseUrl === undefined ? undefined : await examinePostgres(databaseUrl),
    redisUrl === undefined ? undefined : await examineRedis(redisUrl),
  ]) {
    const [sentence] = examination?.mistakes ?? []
    if (sentence !== undefined) return { sentence, mayPass: true }
  }
  return undefined
}
