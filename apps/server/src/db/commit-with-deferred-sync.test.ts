import { createHook } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { commitWithDeferredSync } from './commit-with-deferred-sync.ts'
import { type Db, openDatabase } from './open.ts'

const [normal, full] = [1, 2]

async function openEmbedded(): Promise<Db> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-commit-'))
  const db = await openDatabase({ dataDir })
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true })
  })
  return db
}

async function synchronousOf(db: Db): Promise<unknown> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  return rows[0]?.synchronous
}

it('commits without waiting for the disk, then waits for it in a thread', async () => {
  const db = await openEmbedded()
  let fileRequests = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'FSREQCALLBACK') fileRequests += 1
    },
  }).enable()
  const synchronousWithin = await commitWithDeferredSync(db, async (transaction) => {
    await transaction.insertInto('chat_rooms').values({ channel: 'alice', last_tick: 1 }).execute()
    return synchronousOf(transaction)
  })
  hook.disable()
  expect(synchronousWithin).toBe(normal)
  expect(fileRequests).toBeGreaterThan(0)
  expect(await synchronousOf(db)).toBe(full)
  expect(await db.selectFrom('chat_rooms').select('channel').execute()).toEqual([{ channel: 'alice' }])
})

it('rolls back and restores synchronous=full when the work fails', async () => {
  const db = await openEmbedded()
  const failing = commitWithDeferredSync(db, async (transaction) => {
    await transaction.insertInto('chat_rooms').values({ channel: 'alice', last_tick: 1 }).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await synchronousOf(db)).toBe(full)
  expect(await db.selectFrom('chat_rooms').select('channel').execute()).toEqual([])
})
