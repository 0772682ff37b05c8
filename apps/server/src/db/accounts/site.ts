import type { Db } from '../open.ts'

/** Stores a value under a name unless one is there, and returns the one that is. */
export async function rememberOnce(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('site')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('site').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Waits until no other transaction, of whichever process, holds the turn of this name, and holds it until this one is over. */
export async function takeTurn(transaction: Db, name: string): Promise<void> {
  await transaction
    .insertInto('site')
    .values({ name: `turn of ${name}`, value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute()
}
