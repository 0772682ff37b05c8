import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { clearMessages, deleteMessage, deleteMessagesOf, withdrawMessage } from '../db/chat/chat-deletions.ts'
import { insertLogEntries, listLog } from '../db/chat/chat-log.ts'
import { commitMessages, listMessages } from '../db/chat/chat-messages.ts'
import { openDatabase } from '../db/open.ts'
import { fillChannel } from '../testing/chat/fill-channel.ts'
import { engines } from '../testing/engines/engines.ts'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { entryIdPrefix } from './moderation/moderation-transaction.ts'
import { enforceRetention } from './retention.ts'

const startMs = Date.UTC(2026, 10, 21)
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

async function openChat(place: { databaseUrl?: string; dataDir: string }, env: Record<string, string> = {}) {
  const db = await openDatabase(place)
  const config = readConfig({ WAGGLE_DATA_DIR: place.dataDir, ...env })
  return {
    db,
    async write(channel: string, texts: string[], atMs: number): Promise<string[]> {
      const drafts = texts.map((message) => ({ channel, username: 'carol', message, kind: 'message' as const }))
      const more = { role: 'user' as const, replyTo: null, idempotencyKey: null }
      const stored = await commitMessages(
        db,
        drafts.map((draft) => ({ ...draft, ...more })),
        atMs,
      )
      return stored.map(({ message }) => message.id)
    },
    texts: async (channel: string) => {
      const rows = await db
        .selectFrom('chat_messages')
        .select('message')
        .where('channel', '=', channel)
        .orderBy('id')
        .execute()
      return rows.map(({ message }) => message)
    },
    enforce: (atMs: number) => enforceRetention({ db, config, now: () => atMs }, new AbortController().signal),
  }
}

it.each(Object.entries(engines))(
  '[MOD-10] [MOD-11] the text of a deleted message is erased when the deletion is final, on %s',
  async (_name, startEngine) => {
    const engine = await startEngine()
    const { db, write, texts, enforce } = await openChat(engine.place)
    onTestFinished(async () => {
      await db.destroy()
      await engine.close()
    })
    const [deleted, withdrawn] = await write('alice', ['deleted', 'withdrawn', 'kept'], startMs)
    await write('bob', ['cleared', 'cleared too'], startMs)
    await deleteMessage(db, 'alice', deleted!, 'entry', startMs)
    await withdrawMessage(db, 'alice', withdrawn!, startMs)
    await write('dave', ['written by a banned user'], startMs)
    await deleteMessagesOf(db, 'dave', 'carol', { entryId: 'entry', nowMs: startMs, limit: 10 })
    await clearMessages(db, 'bob', 'entry', startMs)
    await write('bob', ['after the clear'], startMs + 1)

    await enforce(startMs + 24 * hourMs)
    expect(await texts('alice')).toEqual(['deleted', '', 'kept'])
    expect(await texts('dave')).toEqual(['written by a banned user'])
    expect(await texts('bob')).toEqual(['cleared', 'cleared too', 'after the clear'])
    await enforce(startMs + 25 * hourMs)
    expect(await texts('alice')).toEqual(['', '', 'kept'])
    expect(await texts('dave')).toEqual([''])
    expect(await texts('bob')).toEqual(['', '', 'after the clear'])
    const shown = async (channel: string) => (await listMessages(db, channel, { limit: 10 })).messages
    expect(await shown('alice')).toMatchObject([{ message: 'kept' }])
    expect(await shown('bob')).toMatchObject([{ message: 'after the clear' }])
  },
)

it.each(Object.entries(engines))('[LIMIT-5] old messages and log entries are deleted, on %s', async (_name, start) => {
  const engine = await start()
  const { db, write, texts, enforce } = await openChat(engine.place, { WAGGLE_CHAT_DAYS: '3' })
  onTestFinished(async () => {
    await db.destroy()
    await engine.close()
  })
  const old = Array.from({ length: 450 }, (_, n) => `old ${n}`)
  for (const channel of ['alice', 'bob']) {
    await write(channel, old, startMs)
    await write(channel, ['young'], startMs + dayMs)
    const entry = { actor: 'alice', action: 'pin' as const, target: null, reason: null, details: {} }
    const entries = [startMs, startMs + dayMs].map((atMs) => ({
      ...entry,
      id: `${entryIdPrefix(atMs)}${'x'.repeat(10)}`,
      createdAtMs: atMs,
    }))
    await insertLogEntries(db, channel, entries)
  }
  await enforce(startMs + 3 * dayMs)
  expect(await texts('alice')).toHaveLength(451)
  await enforce(startMs + 3.5 * dayMs)
  for (const channel of ['alice', 'bob']) {
    expect(await texts(channel)).toEqual(['young'])
    expect((await listLog(db, channel, { limit: 10 })).entries).toMatchObject([{ createdAtMs: startMs + dayMs }])
  }
})

it('[MOD-10] erased text is in no file of the embedded database', async () => {
  const dataDir = await temporaryFolder('retention')
  onTestFinished(() => removeFolder(dataDir))
  const { db, write, enforce } = await openChat({ dataDir })
  const files = () => readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'))
  const secret = 'a-home-address-that-somebody-posted'
  // Long, because what is stored in its place covers a part of it.
  const [id] = await write('alice', [`${secret} `.repeat(10)], startMs)
  await write(
    'alice',
    Array.from({ length: 500 }, (_, n) => `message ${n}`),
    startMs,
  )
  await deleteMessage(db, 'alice', id!, 'entry', startMs)
  expect(files().some((file) => file.includes(secret))).toBe(true)
  await enforce(startMs + 25 * hourMs)
  // Closing moves the write-ahead log into the database, as checkpoints do while the site runs.
  await db.destroy()
  expect(files().some((file) => file.includes(secret))).toBe(false)
})

it('[T31] erasing many messages lets other work run', { timeout: 120_000 }, async () => {
  const dataDir = await temporaryFolder('retention')
  const { db, enforce } = await openChat({ dataDir })
  onTestFinished(async () => {
    await db.destroy()
    await removeFolder(dataDir)
  })
  const count = 20_000
  await fillChannel(db, 'alice', count, startMs)
  /** How many messages there still are, and how many of them still have their text. */
  async function countLeft(): Promise<number[]> {
    const messages = db.selectFrom('chat_messages').select((eb) => eb.fn.countAll<number>().as('left'))
    const both = [messages, messages.where('message', '<>', '')]
    return (await Promise.all(both.map((query) => query.executeTakeFirstOrThrow()))).map(({ left }) => left)
  }
  /** The most rows that were erased, or deleted, between two looks of another caller. */
  async function longestStep(work: Promise<void>): Promise<number> {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    let last = await countLeft()
    let most = 0
    while (!isOver) {
      const left = await countLeft()
      most = Math.max(most, ...left.map((count, index) => (last[index] ?? 0) - count))
      last = left
      await new Promise(setImmediate)
    }
    await done
    return most
  }
  await clearMessages(db, 'alice', 'entry', startMs)
  // A slice has 200 rows. The other caller may be late by a few.
  expect(await longestStep(enforce(startMs + 25 * hourMs))).toBeLessThan(count / 10)
  expect(await countLeft()).toEqual([count, 0])
  expect(await longestStep(enforce(startMs + 100 * dayMs))).toBeLessThan(count / 10)
  expect(await countLeft()).toEqual([0, 0])
})
