import type { Db } from '../open.ts'
import type { AdmittedList } from '../schema/admission-schema.ts'

export interface AdmittedAccount {
  username: string
  admittedBy: string
  admittedAtMs: number
  /** For those who run the site. */
  note: string
}

export async function listAdmittedAccounts(db: Db, list: AdmittedList): Promise<AdmittedAccount[]> {
  const rows = await db
    .selectFrom('admitted_accounts')
    .selectAll()
    .where('list', '=', list)
    .orderBy('username')
    .execute()
  return rows.map((row) => ({
    username: row.username,
    admittedBy: row.admitted_by,
    admittedAtMs: row.admitted_at_ms,
    note: row.note ?? '',
  }))
}

/** Every account on a list. */
export async function listAdmittedNames(db: Db): Promise<{ list: AdmittedList; username: string }[]> {
  return db.selectFrom('admitted_accounts').select(['list', 'username']).execute()
}

export async function countAdmittedAccounts(db: Db, list: AdmittedList): Promise<number> {
  const { count } = await db
    .selectFrom('admitted_accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether the account was not on the list before. */
export async function insertAdmittedAccount(db: Db, list: AdmittedList, account: AdmittedAccount): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('admitted_accounts')
    .values({
      list,
      username: account.username,
      admitted_by: account.admittedBy,
      admitted_at_ms: account.admittedAtMs,
      note: account.note,
    })
    .onConflict((conflict) => conflict.columns(['list', 'username']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

/** Returns whether the account is on the list. */
export async function isAdmitted(db: Db, list: AdmittedList, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('admitted_accounts')
    .select('username')
    .where('list', '=', list)
    .where('username', '=', username)
    .executeTakeFirst()
  return row !== undefined
}

/** Does nothing for an account that is not on the list. */
export async function changeAdmissionNote(db: Db, list: AdmittedList, username: string, note: string): Promise<void> {
  await db
    .updateTable('admitted_accounts')
    .set({ note })
    .where('list', '=', list)
    .where('username', '=', username)
    .execute()
}

/** Returns whether the account was on the list. */
export async function deleteAdmittedAccount(db: Db, list: AdmittedList, username: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admitted_accounts')
    .where('list', '=', list)
    .where('username', '=', username)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}
