import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { databaseFile } from '../backup/site-data.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/open.ts'
import { deleteSiteOperator, insertSiteOperator, listSiteOperators } from '../db/operating/site-operators.ts'
import { StartError } from '../lib/startup/start-error.ts'
import { helpFor } from './help.ts'
import { UsageError } from './usage-error.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'operators'>

/** `waggle operator`: changes who runs the site, and says what it has done. Throws UsageError and StartError. */
export async function changeOperators(settings: Settings, args: readonly string[]): Promise<string> {
  const names = args.filter((argument) => argument !== '--remove')
  const isRemoval = names.length < args.length
  if (names.length > 1 || names.some((name) => name.startsWith('-')) || (isRemoval && names.length === 0)) {
    throw new UsageError(`'waggle operator' takes one name, and --remove after it.\n\n${helpFor('operator')}`)
  }
  const username = names[0] === undefined ? undefined : normaliseUsername(names[0].replace(/^@/, ''))
  if (username !== undefined && !isUsername(username)) {
    throw new UsageError(`'${names[0]}' is not a Hive account name.`)
  }
  // Opening would make a new site in what may be the wrong folder.
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, databaseFile))) {
    throw new StartError(
      `${settings.dataDir} has no site's data: start the site once, or set WAGGLE_DATA_DIR to its data folder.`,
    )
  }
  const db = await openDatabase(settings)
  try {
    if (username === undefined) return describe(settings.operators, await listSiteOperators(db))
    if (!isRemoval) {
      if (settings.operators.includes(username)) return `WAGGLE_OPERATORS names ${username}, who runs the site already.`
      const isNew = await insertSiteOperator(db, { username, appointedAtMs: Date.now() })
      return isNew ? `${username} runs the site from now on, at /operate.` : `${username} runs the site already.`
    }
    const wasOne = await deleteSiteOperator(db, username)
    if (settings.operators.includes(username)) {
      return `WAGGLE_OPERATORS names ${username}, who runs the site until you remove the name there and restart the site.`
    }
    return wasOne ? `${username} does not run the site any more.` : `${username} did not run the site.`
  } finally {
    await db.destroy()
  }
}

function describe(named: readonly string[], stored: readonly string[]): string {
  const lines = [
    ...named.map((username) => `${username} (WAGGLE_OPERATORS)`),
    ...stored.filter((username) => !named.includes(username)),
  ]
  return lines.length > 0 ? lines.join('\n') : "Nobody runs this site yet: 'waggle operator NAME' appoints somebody."
}
