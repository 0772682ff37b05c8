import { resolve } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import { toBucket } from '../config/recordings.ts'
import { ConfigError } from '../lib/startup/config-error.ts'
import { StartError } from '../lib/startup/start-error.ts'
import { readPassphrase } from './archive/passphrase.ts'
import {
  type BackupFile,
  type BackupSink,
  createBucketSink,
  createFileSink,
  openBackupFile,
  openBucketBackup,
} from './archive/places.ts'
import { backUp } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { type Direction, migrateDatabase } from './migrate.ts'
import { restore } from './restore.ts'
import { rotateMasterKey } from './rotate-key.ts'
import type { TableSum } from './tables/checksum.ts'
import type { BackupContents } from './verify.ts'

type Env = Record<string, string | undefined>

/** A command for the data of a site. */
interface Command {
  cannot: string
  run(args: readonly string[], env: Env, print: (line: string) => void): Promise<void>
}

export const dataCommands: Record<'backup' | 'restore' | 'migrate' | 'rotate-key', Command> = {
  backup: { cannot: 'back up', run: runBackup },
  restore: { cannot: 'restore', run: runRestore },
  migrate: { cannot: 'migrate', run: runMigrate },
  'rotate-key': { cannot: 'rotate the master key', run: runRotateKey },
}

/**
 * Runs a command with the settings of the site. Prints its result, or a sentence about what keeps it from being done. Returns the exit
 * code.
 */
export async function runDataCommand(
  name: keyof typeof dataCommands,
  args: readonly string[],
  env: Env,
  {
    print,
    printError,
    help = '',
  }: { print: (line: string) => void; printError: (line: string) => void; help?: string },
): Promise<number> {
  const command = dataCommands[name]
  try {
    await command.run(args, env, print)
    return 0
  } catch (error) {
    if (error instanceof UsageError) printError(`${error.message}\n\n${help}`)
    else if (error instanceof BackupError || error instanceof ConfigError || error instanceof StartError) {
      printError(`Waggle cannot ${command.cannot}: ${error.message.replace(/(?<![.?])$/, '.')}`)
    } else throw error
    return 1
  }
}

/** The message says what the command takes. */
class UsageError extends Error {}

async function runBackup(args: readonly string[], env: Env, print: (line: string) => void): Promise<void> {
  const hasRecordings = args.includes('--recordings')
  const [place, ...others] = args.filter((argument) => argument !== '--recordings')
  if (place === undefined || others.length > 0 || place.startsWith('-')) {
    throw new UsageError("'waggle backup' takes one folder or bucket, and --recordings.")
  }
  const [site, passphrase, nowMs] = [readConfig(env), await readPassphrase(env), Date.now()]
  const name = `waggle-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  const sink = await openSink(place, name, env)
  const options = { passphrase, hasRecordings, settings: openSettings(env), nowMs }
  const { name: address, contents } = await backUp(site, sink, options)
  print(address)
  print(describe(contents))
}

async function openSink(place: string, name: string, env: Env): Promise<BackupSink> {
  if (place.startsWith('s3://')) return createBucketSink(bucketOf(place, env), new URL(place), name)
  refuseOtherAddress(place)
  return createFileSink(resolve(place), name).catch((error) => {
    throw new BackupError(`${resolve(place)} cannot be written: ${error.message}`)
  })
}

async function runRestore(args: readonly string[], env: Env, print: (line: string) => void): Promise<void> {
  const [place, ...others] = args
  if (place === undefined || others.length > 0) throw new UsageError("'waggle restore' takes one backup.")
  const site = readConfig(env)
  const contents = await restore(await openBackup(place, env), site, await readPassphrase(env))
  print(`Restored ${place} to ${whereOf(site)}.`)
  if (contents !== 'finished') print(describe(contents))
}

async function openBackup(place: string, env: Env): Promise<BackupFile> {
  if (place.startsWith('s3://')) return openBucketBackup(bucketOf(place, env), place)
  refuseOtherAddress(place)
  return openBackupFile(resolve(place))
}

/** It would be the name of a folder here. */
function refuseOtherAddress(place: string): void {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? []
  if (scheme === undefined) return
  throw new BackupError(`${scheme}:// is no place that Waggle knows: name a folder, or s3://bucket/folder`)
}

function bucketOf(place: string, env: Env) {
  if (!URL.canParse(place)) throw new UsageError(`'${place}' is not an address.`)
  return toBucket('The place of the backup', new URL(place), {
    s3AccessKeyId: env.AWS_ACCESS_KEY_ID || undefined,
    s3SecretAccessKey: env.AWS_SECRET_ACCESS_KEY || undefined,
  })
}

async function runMigrate(args: readonly string[], env: Env, print: (line: string) => void): Promise<void> {
  const [direction, ...others] = args
  if ((direction !== 'to-postgresql' && direction !== 'to-sqlite') || others.length > 0) {
    throw new UsageError("'waggle migrate' takes to-postgresql or to-sqlite.")
  }
  const { dataDir, databaseUrl } = readConfig(env)
  if (databaseUrl === undefined) throw new BackupError('DATABASE_URL is not set: it names the PostgreSQL database')
  const onTable = (table: string, { rows, checksum }: TableSum) => print(`${table}: ${rows} rows, ${checksum}`)
  await migrateDatabase(direction satisfies Direction, { dataDir, databaseUrl, onTable })
  const next = direction === 'to-sqlite' ? 'without DATABASE_URL' : 'with DATABASE_URL'
  print(`All tables are the same in both databases. Start the site ${next}; the old database is as it was.`)
}

async function runRotateKey(args: readonly string[], env: Env, print: (line: string) => void): Promise<void> {
  const [option, seconds = '60', ...others] = args
  const inSeconds = Number(seconds)
  const isIn = option === undefined || (option === '--in' && args.length === 2)
  if (!isIn || others.length > 0 || !(/^\d+$/.test(seconds) && inSeconds >= 10 && inSeconds <= 86_400)) {
    throw new UsageError("'waggle rotate-key' takes --in and 10 to 86400 seconds, or nothing.")
  }
  const { fromMs, isNew, removed, kept } = await rotateMasterKey(readConfig(env), { inSeconds, nowMs: Date.now() })
  print(
    `${isNew ? 'A new master key is' : 'The master key of an earlier run is'} in use from ${new Date(fromMs).toISOString()} on.`,
  )
  print(`${kept} previous keys are kept for what was made with them, ${removed} were removed.`)
  print('Copy master.key to every other machine of the site before that time.')
}

function describe({ tables, objects, objectBytes }: BackupContents): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const media = objects === 0 ? 'no recordings' : `${objects} objects of recordings (${objectBytes} bytes)`
  return `${Object.keys(tables).length} tables with ${rows} rows, ${media}; read again and compared.`
}

const whereOf = ({ dataDir, databaseUrl }: Config) => `${dataDir}${databaseUrl ? ' and the database' : ''}`

/** Settings that are secret, or that may have a password in them. A backup does not need them. */
const secretSettings = /KEY$|SECRET|PASS|TOKEN|DATABASE_URL|REDIS_URL|RELAY|SMTP/

/** The site's settings as lines of an environment file; of secret ones only their names. */
function openSettings(env: Env): string {
  const names = Object.keys(env).filter(
    (name) => /^(WAGGLE_|DATABASE_URL$|REDIS_URL$|NODE_ENV$)/.test(name) && env[name],
  )
  const lines = names.sort().map((name) => (secretSettings.test(name) ? `# ${name} is set` : `${name}=${env[name]}`))
  return `${lines.join('\n')}\n`
}
