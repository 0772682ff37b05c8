import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'

/** Stores a value under a name unless the name already has one. Returns the stored value. */
export async function storeIfAbsent(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('site')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('site').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Does nothing when the name has another value by now. */
export async function replaceValue(db: Db, name: string, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('site').set({ value: to }).where('name', '=', name).where('value', '=', from).execute()
}

/** Waits until no other transaction of any process holds the lock of this name, and holds it until this transaction ends. */
export async function lockForTransaction(transaction: Db, name: string): Promise<void> {
  await transaction
    .insertInto('site')
    .values({ name: `turn of ${name}`, value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute()
}

/** Rejects while the database cannot store anything: reading would succeed on a full disk, and on one that cannot be written. */
export async function checkWriting(db: Db, nowMs: number): Promise<void> {
  const value = String(nowMs)
  await commitWithDeferredSync(db, (transaction) =>
    transaction
      .insertInto('site')
      .values({ name: 'last check', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}
