import { listAdmittedNames } from '../../db/admission/admitted-accounts.ts'
import type { Db } from '../../db/open.ts'
import type { AdmittedList } from '../../db/schema/admission-schema.ts'
import type { Log } from '../../lib/log.ts'
import type { SiteMeasures } from '../operating/site-measures.ts'

/** The accounts on the lists of the site. Every process has all of them in memory. */
export interface AdmittedAccounts {
  has(list: AdmittedList, username: string): boolean
  /** Called after a list was read again. */
  onChange(listener: () => void): void
  /** Reads the lists, and tells the other processes. */
  announce(): Promise<void>
}

interface AdmittedContext {
  db: Db
  /** Every change of a list is in the log, which every process reads each second. */
  measures: Pick<SiteMeasures, 'onChange' | 'announce'>
  log: Log
}

export async function openAdmittedAccounts({ db, measures, log }: AdmittedContext): Promise<AdmittedAccounts> {
  const listeners: (() => void)[] = []
  let names = new Set<string>()
  // Readings follow each other: an older one that ends later would bring back what was before.
  let lastReading = Promise.resolve()

  function read(): Promise<void> {
    lastReading = lastReading
      .catch(() => undefined)
      .then(async () => {
        names = new Set((await listAdmittedNames(db)).map(({ list, username }) => `${list} ${username}`))
        for (const listener of listeners) listener()
      })
    return lastReading
  }

  await read()
  measures.onChange(() => {
    read().catch((error) => log.warn({ error }, 'could not read who may broadcast and enter; trying again'))
  })

  return {
    has: (list, username) => names.has(`${list} ${username}`),
    onChange(listener) {
      listeners.push(listener)
    },
    async announce() {
      await read()
      await measures.announce()
    },
  }
}
