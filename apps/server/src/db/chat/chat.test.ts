import { chatLimits } from '@waggle/contract/chat/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { findFollow } from '../follows/follows.ts'
import { type Db, openDatabase } from '../open.ts'
import {
  clearMessages,
  deleteMessage,
  deleteMessagesOf,
  findClearSince,
  isClearedSince,
  listDeletedSince,
  restoreMessage,
  undoClear,
  withdrawMessage,
} from './chat-deletions.ts'
import { findLogEntry, insertLogEntries, listLog, markReverted } from './chat-log.ts'
import { messageTimeMs } from './chat-message-id.ts'
import {
  commitMessages,
  findMessage,
  findMessageByKey,
  hasMessages,
  lastMessageAtMs,
  listMessages,
  listMessagesOf,
  type MessageDraft,
} from './chat-messages.ts'
import { findChatSettings, saveChatSettings } from './chat-settings.ts'
import {
  addModerators,
  deleteExpiredRestrictions,
  deleteRestriction,
  findRestriction,
  isModerator,
  listModerators,
  listRestrictions,
  removeModerators,
  saveRestriction,
} from './moderation.ts'

const nowMs = Date.UTC(2026, 10, 21)

describe.each(Object.entries(engines))('chat tables on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db
  let other: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    // A second process; SQLite has only one.
    other = engine.hasServer ? await openDatabase(engine.place) : db
  })
  afterAll(async () => {
    if (other !== db) await other?.destroy()
    await db?.destroy()
    await engine?.close()
  })

  function draft(channel: string, message: string, more: Partial<MessageDraft> = {}): MessageDraft {
    return {
      channel,
      username: 'carol',
      message,
      kind: 'message',
      role: 'user',
      replyTo: null,
      idempotencyKey: null,
      ...more,
    }
  }

  it('assigns ids in the order of storing, even when the clock jumps', async () => {
    const clock = [nowMs, nowMs + 5, nowMs - 60_000, nowMs + 5]
    const ids: string[] = []
    for (const atMs of clock) {
      const stored = await commitMessages(db, [draft('clocks', 'a'), draft('clocks', 'b')], atMs)
      ids.push(...stored.map(({ message }) => message.id))
    }
    expect([...new Set(ids)].sort()).toEqual(ids)
    const times = ids.map(messageTimeMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBe(nowMs)
    expect(times.at(-1)).toBe(nowMs + 5)
  })

  it('[MOD-12] lists what a user wrote, with the deleted messages that the log can still restore', async () => {
    const stored = await commitMessages(
      db,
      ['cleared', 'one', 'two', 'three', 'banned', 'withdrawn'].map((message) => draft('written', message)),
      nowMs,
    )
    const [cleared, one, two, three, banned, withdrawn] = stored.map(({ message }) => message.id) as string[]
    await commitMessages(db, [draft('written', 'of another', { username: 'dave' })], nowMs)
    await db
      .insertInto('chat_clears')
      .values({ channel: 'written', up_to_id: cleared ?? '', entry_id: 'c', cleared_at_ms: nowMs })
      .execute()
    const entry = { actor: 'bob', target: null, reason: null, details: {}, createdAtMs: nowMs }
    await insertLogEntries(db, 'written', [
      { ...entry, id: 'entry-of-two', action: 'delete' },
      { ...entry, id: 'entry-of-ban', action: 'ban' },
    ])
    await deleteMessage(db, 'written', two ?? '', 'entry-of-two', nowMs)
    await deleteMessage(db, 'written', three ?? '', 'entry that is gone', nowMs)
    await deleteMessage(db, 'written', banned ?? '', 'entry-of-ban', nowMs)
    await withdrawMessage(db, 'written', withdrawn ?? '', nowMs)
    const list = async (page: { limit: number; before?: string; deletedSinceMs: number }) => {
      const { messages, hasMore } = await listMessagesOf(db, 'written', 'carol', page)
      return [...messages.map(({ message, deletedAt }) => [message, deletedAt]), hasMore]
    }
    expect(await list({ limit: 2, deletedSinceMs: nowMs - 1 })).toEqual([['two', nowMs], ['one', null], false])
    expect(await list({ limit: 1, deletedSinceMs: nowMs - 1 })).toEqual([['two', nowMs], true])
    expect(await list({ limit: 1, deletedSinceMs: nowMs })).toEqual([['one', null], false])
    expect(await list({ limit: 1, before: one ?? '', deletedSinceMs: 0 })).toEqual([false])
  })

  it('shows a reader with a cursor every message in the order of ids while two processes write', async () => {
    const writers = [db, other].map(async (writer, process) => {
      for (let batch = 0; batch < 40; batch += 1) {
        const drafts = ['busy', 'calm'].map((channel) => draft(channel, `${process}-${batch}`))
        await commitMessages(writer, process === 0 ? drafts : drafts.reverse(), nowMs + batch)
      }
    })
    let isWriting = true
    const done = Promise.all(writers).finally(() => {
      isWriting = false
    })
    const read: string[] = []
    const readNext = async () => {
      const { messages } = await listMessages(db, 'busy', { limit: 100, after: read.at(-1) ?? '0' })
      read.push(...messages.map(({ id }) => id))
      // Gives the writers a turn of the event loop: SQLite answers synchronously.
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (isWriting) await readNext()
    await done
    await readNext()
    const { messages } = await listMessages(db, 'busy', { limit: 1000, after: '0' })
    expect(read).toEqual(messages.map(({ id }) => id))
    expect(read).toHaveLength(80)
    expect(new Set(messages.map(({ message }) => message)).size).toBe(80)
  })

  it('stores an idempotency key once for each user, within a batch and across batches', async () => {
    const keyed = (username: string) => draft('keys', `by ${username}`, { username, idempotencyKey: 'same' })
    const first = await commitMessages(db, [keyed('carol'), keyed('carol'), keyed('dave')], nowMs)
    expect(first.map(({ isNew }) => isNew)).toEqual([true, false, true])
    expect(first[1]!.message).toEqual(first[0]!.message)
    const [again] = await commitMessages(other, [keyed('carol')], nowMs + 1000)
    expect(again).toEqual({ isNew: false, message: first[0]!.message })
    expect((await listMessages(db, 'keys', { limit: 10 })).messages).toHaveLength(2)
  })

  it('stores all of a batch or nothing', async () => {
    const broken = { ...draft('atomic', 'x'), username: null as unknown as string }
    await expect(commitMessages(db, [draft('atomic', 'first'), broken], nowMs)).rejects.toThrow()
    expect((await listMessages(db, 'atomic', { limit: 10 })).messages).toEqual([])
  })

  it('deletes a message and restores it for the entry that deleted it', async () => {
    const stored = await commitMessages(
      db,
      ['a', 'b'].map((text) => draft('undo', text)),
      nowMs,
    )
    const [a, b] = stored.map(({ message }) => message.id) as [string, string]
    expect(await deleteMessage(db, 'undo', a, 'entry-1', nowMs)).toBe(true)
    expect(await deleteMessage(db, 'undo', a, 'entry-2', nowMs)).toBe(false)
    expect(await findMessage(db, 'undo', a)).toBeUndefined()
    expect(await withdrawMessage(db, 'undo', b, nowMs + 1)).toBe(true)
    expect(await withdrawMessage(db, 'undo', b, nowMs + 1)).toBe(false)
    expect(await listDeletedSince(db, 'undo', nowMs + 1, 10)).toEqual([b])
    expect(await listDeletedSince(db, 'undo', nowMs, 10)).toEqual([b, a])
    expect(await restoreMessage(db, 'undo', a, 'entry-2')).toBeUndefined()
    expect(await restoreMessage(db, 'undo', a, 'entry-1')).toEqual(stored[0]!.message)
    expect(await findMessage(db, 'undo', a)).toEqual(stored[0]!.message)
  })

  it('[MOD-11] deletes the newest messages of one user, and nobody restores them', async () => {
    const drafts = ['1', '2', '3'].flatMap((text) => [draft('user', text), draft('user', text, { username: 'dave' })])
    const stored = await commitMessages(db, drafts, nowMs)
    const ofCarol = stored.map(({ message }) => message).filter(({ username }) => username === 'carol')
    const [first, second, third] = ofCarol.map(({ id }) => id) as [string, string, string]
    const options = { entryId: 'entry-1', nowMs, limit: 2 }
    expect(await deleteMessagesOf(db, 'user', 'carol', options)).toEqual([second, third])
    expect(await hasMessages(db, 'user', 'carol')).toBe(true)
    expect(await deleteMessagesOf(other, 'user', 'carol', { ...options, entryId: 'entry-2' })).toEqual([first])
    expect(await hasMessages(db, 'user', 'carol')).toBe(false)
    expect(await deleteMessagesOf(db, 'user', 'carol', options)).toEqual([])
    const { messages } = await listMessages(db, 'user', { limit: 10 })
    expect(messages.map(({ username }) => username)).toEqual(['dave', 'dave', 'dave'])
    expect(await listDeletedSince(db, 'user', nowMs, 10)).toEqual([third, second, first])
  })

  it('[T31] clears a channel with one row, and shows its messages again when that is undone', async () => {
    const write = async (text: string, atMs: number) =>
      (await commitMessages(db, [draft('clear', text, { idempotencyKey: text })], atMs))[0]!.message
    const shown = async () => (await listMessages(db, 'clear', { limit: 10 })).messages.map(({ message }) => message)
    expect(await clearMessages(db, 'clear', 'entry-0', nowMs)).toBeUndefined()
    const first = await write('first', nowMs)
    await write('second', nowMs + 1)
    const rows = () => db.selectFrom('chat_messages').selectAll().where('channel', '=', 'clear').orderBy('id').execute()
    const before = await rows()
    const upTo = await clearMessages(db, 'clear', 'entry-1', nowMs + 10)
    // However many there are, the messages themselves are not written.
    expect(await rows()).toEqual(before)
    expect(await clearMessages(other, 'clear', 'entry-2', nowMs + 11)).toBeUndefined()
    const reply = { id: first.id, username: first.username, message: first.message }
    await commitMessages(db, [draft('clear', 'third', { replyTo: reply })], nowMs + 20)
    expect((await listMessages(other, 'clear', { limit: 10 })).messages).toMatchObject([
      { message: 'third', replyTo: null },
    ])
    expect(await findMessage(db, 'clear', first.id)).toBeUndefined()
    expect(await deleteMessage(db, 'clear', first.id, 'entry-3', nowMs)).toBe(false)
    expect(await findMessageByKey(db, 'clear', 'carol', 'first')).toEqual(first)
    expect(await findClearSince(db, 'clear', nowMs + 10)).toBe(upTo)
    expect(await findClearSince(db, 'clear', nowMs + 11)).toBeUndefined()

    await clearMessages(db, 'clear', 'entry-4', nowMs + 30)
    expect(await isClearedSince(db, 'clear', 'entry-1')).toBe(true)
    expect((await undoClear(db, 'clear', 'entry-4', 10)).map(({ message }) => message)).toEqual(['third'])
    expect(await isClearedSince(db, 'clear', 'entry-1')).toBe(false)
    expect((await undoClear(db, 'clear', 'entry-1', 1)).map(({ message }) => message)).toEqual(['second'])
    expect(await undoClear(db, 'clear', 'entry-1', 1)).toEqual([])
    expect(await shown()).toEqual(['first', 'second', 'third'])
  })

  it('finds when a user last wrote, and shows what a reply answers until that is deleted', async () => {
    const [question] = await commitMessages(db, [draft('talk', 'question')], nowMs)
    const { id, username, message } = question!.message
    const reply = draft('talk', 'answer', { username: 'dave', replyTo: { id, username, message } })
    const [answer] = await commitMessages(db, [reply], nowMs + 10)
    expect(await lastMessageAtMs(db, 'talk', 'dave')).toBe(nowMs + 10)
    expect(await lastMessageAtMs(db, 'talk', 'nobody')).toBeUndefined()
    expect(await findMessage(db, 'talk', answer!.message.id)).toEqual(answer!.message)
    await deleteMessage(db, 'talk', id, 'entry', nowMs)
    expect((await findMessage(db, 'talk', answer!.message.id))?.replyTo).toBeNull()
  })

  it('returns settings as they were saved', async () => {
    const defaults = await findChatSettings(db, 'settings')
    expect(defaults).toMatchObject({
      rules: { slowMode: false, linksAllowed: true },
      moderatorsMayChangeRules: false,
      blockedWords: [],
      pinnedMessageId: null,
    })
    const settings = {
      rules: { ...defaults.rules, slowMode: true, slowModeInterval: 5, linksAllowed: false, minReputation: -3 },
      moderatorsMayChangeRules: true,
      blockedWords: ['"quoted"', 'ü'],
      pinnedMessageId: 'abc',
    }
    await saveChatSettings(db, 'settings', defaults)
    await saveChatSettings(db, 'settings', settings)
    expect(await findChatSettings(other, 'settings')).toEqual(settings)
    await saveChatSettings(other, 'settings', { pinnedMessageId: null })
    expect(await findChatSettings(db, 'settings')).toEqual({ ...settings, pinnedMessageId: null })
    await saveChatSettings(db, 'pinned', { pinnedMessageId: 'abc' })
    expect(await findChatSettings(db, 'pinned')).toEqual({ ...defaults, pinnedMessageId: 'abc' })
  })

  it('keeps one restriction for each user, until it expires', async () => {
    const timeout = {
      username: 'dave',
      kind: 'timeout' as const,
      reason: null,
      createdBy: 'bob',
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 1000,
    }
    await saveRestriction(db, 'bans', timeout)
    expect(await findRestriction(other, 'bans', 'dave', nowMs + 999)).toEqual(timeout)
    expect(await findRestriction(db, 'bans', 'dave', nowMs + 1000)).toBeUndefined()
    const ban = { ...timeout, kind: 'ban' as const, reason: 'spam', expiresAtMs: null }
    await saveRestriction(db, 'bans', ban)
    expect(await listRestrictions(db, 'bans', nowMs + 5000, 10)).toEqual([ban])
    await deleteExpiredRestrictions(db, nowMs + 5000)
    expect(await findRestriction(db, 'bans', 'dave', nowMs + 5000)).toEqual(ban)
    await deleteRestriction(db, 'bans', 'dave')
    expect(await listRestrictions(db, 'bans', nowMs, 10)).toEqual([])
  })

  it('adds, lists and removes moderators', async () => {
    expect(await addModerators(db, 'mods', ['zoe'], nowMs)).toEqual(['zoe'])
    expect(await addModerators(db, 'mods', ['bob', 'zoe', 'bob'], nowMs + 1)).toEqual(['bob'])
    expect(await addModerators(db, 'mods', [], nowMs)).toEqual([])
    expect(await listModerators(db, 'mods')).toEqual(['zoe', 'bob'])
    expect(await isModerator(other, 'mods', 'bob')).toBe(true)
    expect(await isModerator(db, 'other-channel', 'bob')).toBe(false)
    expect(await removeModerators(db, 'mods', ['bob', 'nobody'])).toEqual(['bob'])
    expect(await removeModerators(db, 'mods', ['bob'])).toEqual([])
  })

  it('keeps a log whose entries can be reverted once', async () => {
    const entry = {
      id: '1',
      actor: 'bob',
      action: 'ban' as const,
      target: 'dave',
      reason: 'spam',
      details: { previous: null, deep: [1] },
      createdAtMs: nowMs,
    }
    await insertLogEntries(db, 'log', [entry, { ...entry, id: '2' }])
    expect(await findLogEntry(db, 'log', '1')).toEqual({ ...entry, revertedAtMs: null, revertedBy: null })
    const races = await Promise.all(
      Array.from({ length: 10 }, (_, n) => markReverted(n % 2 ? db : other, 'log', '1', { by: 'alice', atMs: nowMs })),
    )
    expect(races.filter(Boolean)).toHaveLength(1)
    const { entries, hasMore } = await listLog(db, 'log', { limit: 1 })
    expect(entries.map(({ id }) => id)).toEqual(['2'])
    expect(hasMore).toBe(true)
    expect((await listLog(db, 'log', { limit: 1, before: '2' })).entries[0]).toMatchObject({ revertedBy: 'alice' })
  })

  it('keeps the newest entries of a log that fit into its share of the database', async () => {
    const entry = { actor: 'bob', action: 'settings' as const, target: null, reason: null, createdAtMs: nowMs }
    const insert = (from: number, count: number, details: Record<string, unknown>) =>
      insertLogEntries(
        db,
        'full-log',
        Array.from({ length: count }, (_, n) => ({ ...entry, details, id: String(from + n).padStart(5, '0') })),
      )
    const ids = async () => {
      const { entries } = await listLog(db, 'full-log', { limit: 10_000 })
      return entries.map(({ id }) => Number(id))
    }
    for (let from = 0; from < chatLimits.logEntriesMax + 500; from += 500) await insert(from, 500, {})
    expect(await ids()).toHaveLength(chatLimits.logEntriesMax)
    expect((await ids()).at(-1)).toBe(500)
    // Letters of two bytes: the share is counted in bytes.
    const words = 'ñ'.repeat(chatLimits.logBytesMax / 16)
    for (let n = 0; n < 10; n += 1) await insert(10_000 + n, 1, { words })
    expect(await ids()).toEqual([10_009, 10_008, 10_007, 10_006, 10_005, 10_004, 10_003])
  })

  it('finds since when a user follows a channel', async () => {
    await db.insertInto('follows').values({ follower: 'carol', channel: 'alice', created_at_ms: nowMs }).execute()
    expect(await findFollow(db, 'carol', 'alice')).toBe(nowMs)
    expect(await findFollow(db, 'alice', 'carol')).toBeUndefined()
  })
})
