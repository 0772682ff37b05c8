import type { Db } from '../../db/open.ts'
import { listSettingRevisions, listSettings, type SiteSettingRow } from '../../db/operating/site-settings.ts'
import type { Log } from '../../lib/log.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'

/** In effect on every process within two seconds, also where a message between them is lost. */
const readIntervalMs = 1000

/** What operators have set in the page. Every process has all of it in memory, by name; who uses a setting knows its form. */
export interface SiteSettings {
  /** Undefined where nobody has set it. */
  find(name: string): StoredSetting | undefined
  /** Called after a change. */
  onChange(listener: () => void): void
  /** Reads what has changed. */
  refresh(): Promise<void>
  /** The same, and tells the other processes. */
  announce(): Promise<void>
  close(): Promise<void>
}

export interface StoredSetting {
  value: unknown
  /** Another one after every change. */
  revision: string
}

interface SettingsContext {
  db: Db
  state: Pick<SharedState, 'publish' | 'subscribe'>
  log: Log
}

export async function openSiteSettings({ db, state, log }: SettingsContext): Promise<SiteSettings> {
  const settings = new Map<string, StoredSetting>()
  const listeners: (() => void)[] = []
  // Readings follow each other: an older one that ends later would bring back what was before.
  let lastReading = Promise.resolve()
  let nextReading: Promise<void> | undefined

  /** Reads what is stored now. All that ask before the reading begins share it. */
  function read(): Promise<void> {
    nextReading ??= lastReading
      .catch(() => undefined)
      .then(() => {
        nextReading = undefined
        lastReading = readChanged()
        return lastReading
      })
    return nextReading
  }

  async function readChanged(): Promise<void> {
    const revisions = await listSettingRevisions(db)
    const changed = revisions.filter(({ name, revision }) => settings.get(name)?.revision !== revision)
    if (changed.length === 0) return
    const rows = await listSettings(
      db,
      changed.map(({ name }) => name),
    )
    for (const row of rows) settings.set(row.name, toSetting(row))
    for (const listener of listeners) listener()
  }

  const onError = (error: unknown) => log.warn({ error }, 'could not read the settings of the site; trying again')
  await read()
  await state.subscribe('site-setting', () => void read().catch(onError))
  const task = startPeriodicTask(read, { pauseMs: readIntervalMs, onError, isBackground: true })

  return {
    find: (name) => settings.get(name),
    onChange(listener) {
      listeners.push(listener)
    },
    refresh: read,
    async announce() {
      await read()
      // The others read by themselves too.
      await state.publish('site-setting', {}).catch(onError)
    },
    close: () => task.close(),
  }
}

function toSetting({ value, revision }: SiteSettingRow): StoredSetting {
  return { value: JSON.parse(value), revision }
}
