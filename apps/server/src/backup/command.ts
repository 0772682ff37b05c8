import { resolve } from 'node:path'
import { readConfig } from '../config/config.ts'
import { ConfigError } from '../lib/startup/config-error.ts'
import { backUp } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { restore } from './restore.ts'

// `npm run backup -- <folder>` and `npm run restore -- <backup>`, with the settings of the site.
const [task, folder, ...others] = process.argv.slice(2)
try {
  if (folder === undefined || others.length > 0) {
    throw new BackupError(
      task === 'restore'
        ? 'name one backup: npm run restore -- <backup>'
        : 'name one folder: npm run backup -- <folder>',
    )
  }
  const site = readConfig(process.env)
  if (task === 'restore') {
    await restore(resolve(folder), site)
    console.log(`Restored ${folder} to ${site.dataDir}${site.databaseUrl ? ' and the database' : ''}.`)
  } else console.log(await backUp(site, resolve(folder), Date.now()))
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error
  console.error(`Waggle cannot ${task === 'restore' ? 'restore' : 'back up'}: ${error.message}`)
  process.exitCode = 1
}
