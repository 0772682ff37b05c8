import { randomBytes } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { lockForTransaction } from '../db/accounts/site.ts'
import { type Db, openDatabase } from '../db/open.ts'
import {
  fingerprintOf,
  masterKeyBytes,
  masterKeyFile,
  type PreviousKey,
  parseMasterKeys,
  tokenOverlapMs,
} from '../lib/secrets.ts'
import { writeToDisk } from './archive/places.ts'
import { BackupError } from './backup-error.ts'
import type { SiteData } from './site-data.ts'

/** Recordings that wait on a disk for their store are in no table yet. */
const waitingRecordingsMs = 7 * 24 * 60 * 60_000
/** Clocks of a site's machines differ by less. */
const skewMs = 60_000
const fingerprintName = 'master-key-fingerprint'

export interface Rotation {
  /** When the new key is in use. */
  fromMs: number
  /** False when an earlier run had made the new key, and this one has only completed it. */
  isNew: boolean
  /** Previous keys that nothing needs any more, and that were removed. */
  removed: number
  /** Those that stay. */
  kept: number
}

/**
 * Replaces the master key of a site, which may be running: all processes that read this data folder use the new key from the same moment
 * on. Keys of before stay in the file while sessions, stream keys, webhooks, alerts or recordings need them. Killed at any point, it is completed
 * by the next run. Throws BackupError.
 */
export async function rotateMasterKey(
  site: Pick<SiteData, 'dataDir' | 'databaseUrl'>,
  { inSeconds, nowMs }: { inSeconds: number; nowMs: number },
): Promise<Rotation> {
  const file = join(site.dataDir, masterKeyFile)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`${file} cannot be read: start the site once, or set WAGGLE_DATA_DIR`)
  })
  const db = await openDatabase(site)
  try {
    // Of two runs at once, the second finds the new key of the first.
    return await db.transaction().execute(async (transaction) => {
      await lockForTransaction(transaction, 'rotation of the master key')
      return rotate(transaction, { file, known: await readFile(file, 'utf8').catch(() => text), inSeconds, nowMs })
    })
  } finally {
    await db.destroy()
  }
}

async function rotate(
  db: Db,
  { file, known, inSeconds, nowMs }: { file: string; known: string; inSeconds: number; nowMs: number },
) {
  const keys = parseMasterKeys(known, file)
  const [newest, previous] = keys
  const stored = await db.selectFrom('site').select('value').where('name', '=', fingerprintName).executeTakeFirst()
  const isOurs = stored === undefined || keys.some(({ master }) => fingerprintOf(master) === stored.value)
  if (!isOurs)
    throw new BackupError(`${file} is not the master key of this database: copy it from the site's first machine`)
  const isInterrupted = stored !== undefined && fingerprintOf(newest.master) !== stored.value
  const isPending = previous !== undefined && previous.untilMs > nowMs
  const isNew = !isInterrupted && !isPending
  // The file has seconds.
  const fromMs = isNew ? Math.ceil(nowMs / 1000 + inSeconds) * 1000 : (previous?.untilMs ?? nowMs)
  const all = isNew
    ? [{ ...newest, master: randomBytes(masterKeyBytes) }, { ...newest, untilMs: fromMs }, ...keys.slice(1)]
    : keys
  const kept = await neededKeys(db, all, nowMs)
  await writeKeys(file, kept)
  const value = fingerprintOf(kept[0]?.master ?? newest.master)
  await db
    .insertInto('site')
    .values({ name: fingerprintName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  return { fromMs, isNew, removed: all.length - kept.length, kept: kept.length - 1 }
}

async function neededKeys(db: Db, keys: readonly PreviousKey[], nowMs: number): Promise<PreviousKey[]> {
  const isNeeded = await Promise.all(
    keys.map(async ({ master, untilMs }, index) => {
      if (index === 0 || nowMs < untilMs + Math.max(tokenOverlapMs, waitingRecordingsMs)) return true
      const sinceMs = (keys[index + 1]?.untilMs ?? 0) - skewMs
      return isUsed(db, { fingerprint: fingerprintOf(master), sinceMs, untilMs: untilMs + skewMs })
    }),
  )
  return keys.filter((_, index) => isNeeded[index])
}

/** Whether a stream key, the secret of a webhook, a subscription to alerts or a recording was made with a master key that was in use at this time. */
async function isUsed(
  db: Db,
  { fingerprint, sinceMs, untilMs }: { fingerprint: string; sinceMs: number; untilMs: number },
) {
  const found = await Promise.all([
    db
      .selectFrom('stream_keys')
      .select('username')
      .where('created_at_ms', '>=', sinceMs)
      .where('created_at_ms', '<', untilMs)
      .limit(1)
      .execute(),
    db
      .selectFrom('webhooks')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('secret_salt', 'like', `${fingerprint}.%`),
          eb.and([
            eb('secret_salt', 'not like', '%.%'),
            eb('created_at_ms', '>=', sinceMs),
            eb('created_at_ms', '<', untilMs),
          ]),
        ]),
      )
      .limit(1)
      .execute(),
    db.selectFrom('push_subscriptions').select('id').where('key_fingerprint', '=', fingerprint).limit(1).execute(),
    db
      .selectFrom('recorded_objects')
      .select('broadcast_id')
      .where('ended_at_ms', '>=', sinceMs)
      .where('started_at_ms', '<', untilMs)
      .limit(1)
      .execute(),
  ])
  return found.some((rows) => rows.length > 0)
}

/** Replaces the file at once: a reader finds the old keys or the new ones. */
async function writeKeys(file: string, keys: readonly PreviousKey[]): Promise<void> {
  const lines = keys.map(({ master, untilMs }) => {
    const until = Number.isFinite(untilMs) ? ` until ${new Date(untilMs).toISOString().replace('.000Z', 'Z')}` : ''
    return `${Buffer.from(master).toString('hex')}${until}\n`
  })
  await writeToDisk(`${file}.new`, [Buffer.from(lines.join(''))])
  await rename(`${file}.new`, file)
}
