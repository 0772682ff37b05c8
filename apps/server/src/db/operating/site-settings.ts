import type { Db } from '../open.ts'

/** What operators have set in the page. A setting that nobody has changed has no row. */
export interface SiteSettingRow {
  name: string
  /** JSON. */
  value: string
  /** Another one after every change. */
  revision: string
}

export async function listSettingRevisions(db: Db): Promise<Pick<SiteSettingRow, 'name' | 'revision'>[]> {
  return db.selectFrom('site_settings').select(['name', 'revision']).execute()
}

export async function listSettings(db: Db, names: readonly string[]): Promise<SiteSettingRow[]> {
  if (names.length === 0) return []
  return db.selectFrom('site_settings').selectAll().where('name', 'in', names).execute()
}

/** Returns whether the setting still had the revision `from`; undefined where it has never been set. Otherwise nothing is stored. */
export async function saveSetting(db: Db, setting: SiteSettingRow, from: string | undefined): Promise<boolean> {
  if (from === undefined) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('site_settings')
      .values(setting)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    return Number(numInsertedOrUpdatedRows ?? 0) > 0
  }
  const { numUpdatedRows } = await db
    .updateTable('site_settings')
    .set({ value: setting.value, revision: setting.revision })
    .where('name', '=', setting.name)
    .where('revision', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}
