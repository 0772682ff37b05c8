import { insertSiteAction } from '../../db/operating/site-actions.ts'
import { listSettings, saveSetting } from '../../db/operating/site-settings.ts'
import { Refusal } from '../../http/refusal.ts'
import { randomId } from '../../lib/random-id.ts'
import type { CoreContext } from '../context.ts'

export interface SettingChange {
  name: string
  /** Something that JSON can hold. */
  value: unknown
  /** The revision that the operator saw; undefined where the setting had never been set. */
  from: string | undefined
  /** What the log says of the value before, instead of the value itself. */
  describePrevious?: (previous: unknown) => unknown
}

/**
 * Stores settings of the site, each with an entry in the log that has the value before, and tells every process. All are stored or none:
 * when somebody else was faster with one of them, the caller is told.
 */
export async function changeSettings(
  { db, now, settings }: Pick<CoreContext, 'db' | 'now' | 'settings'>,
  changes: readonly SettingChange[],
  takenBy: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // In the order of their names, so that two transactions do not wait for each other.
    for (const { name, value, from, describePrevious } of changes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const [stored] = await listSettings(transaction, [name])
      const setting = { name, value: JSON.stringify(value), revision: randomId() }
      if (stored?.value === setting.value && stored.revision === from) continue
      if (!(await saveSetting(transaction, setting, from))) throw new Refusal('setting_changed')
      const previous = stored === undefined ? null : JSON.parse(stored.value)
      await insertSiteAction(transaction, {
        ...{ kind: 'change-setting', username: '', streamId: null, reason: null, note: name, untilMs: null },
        ...{
          takenBy,
          takenAtMs: now(),
          previous: JSON.stringify(describePrevious ? describePrevious(previous) : previous),
        },
      })
    }
  })
  await settings.announce()
}
