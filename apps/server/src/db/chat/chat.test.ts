import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { findFollow } from '../follows/follows.ts'
import { type Db, openDatabase } from '../open.ts'
import { findLogEntry, insertLogEntry, listLog, markReverted } from './chat-log.ts'
import { messageTimeMs } from './chat-message-id.ts'
import {
  commitMessages,
  deleteMessages,
  findMessage,
  lastMessageAtMs,
  listDeletedSince,
  listMessages,
  type MessageDraft,
  restoreMessages,
} from './chat-messages.ts'
import { findChatSettings, saveChatSettings } from './chat-settings.ts'
import {
  addModerator,
  deleteExpiredRestrictions,
  deleteRestriction,
  findRestriction,
  isModerator,
  listModerators,
  listRestrictions,
  removeModerator,
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

  it('deletes messages and restores exactly those', async () => {
    const stored = await commitMessages(
      db,
      ['a', 'b', 'c'].map((text) => draft('undo', text)),
      nowMs,
    )
    const [a, b] = stored.map(({ message }) => message.id) as [string, string]
    expect(await deleteMessages(db, 'undo', { id: a }, 'entry-1', nowMs)).toEqual([a])
    expect(await deleteMessages(db, 'undo', { id: a }, 'entry-2', nowMs)).toEqual([])
    expect(await findMessage(db, 'undo', a)).toBeUndefined()
    expect(await deleteMessages(db, 'undo', { username: 'carol' }, 'entry-3', nowMs + 1)).toHaveLength(2)
    expect(await listDeletedSince(db, 'undo', nowMs + 1, 10)).toHaveLength(2)
    expect((await listDeletedSince(db, 'undo', nowMs, 10)).at(-1)).toBe(a)
    const restored = await restoreMessages(db, 'undo', 'entry-3', 10)
    expect(restored.map(({ message }) => message)).toEqual(['b', 'c'])
    expect(await findMessage(db, 'undo', b)).toEqual(stored[1]!.message)
    expect(await findMessage(db, 'undo', a)).toBeUndefined()
    expect(await restoreMessages(db, 'undo', 'entry-3', 10)).toEqual([])
  })

  it('finds when a user last wrote, and shows what a reply answers until that is deleted', async () => {
    const [question] = await commitMessages(db, [draft('talk', 'question')], nowMs)
    const { id, username, message } = question!.message
    const reply = draft('talk', 'answer', { username: 'dave', replyTo: { id, username, message } })
    const [answer] = await commitMessages(db, [reply], nowMs + 10)
    expect(await lastMessageAtMs(db, 'talk', 'dave')).toBe(nowMs + 10)
    expect(await lastMessageAtMs(db, 'talk', 'nobody')).toBeUndefined()
    expect(await findMessage(db, 'talk', answer!.message.id)).toEqual(answer!.message)
    await deleteMessages(db, 'talk', { id }, 'entry', nowMs)
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
    expect(await addModerator(db, 'mods', 'zoe', nowMs)).toBe(true)
    expect(await addModerator(db, 'mods', 'bob', nowMs + 1)).toBe(true)
    expect(await addModerator(db, 'mods', 'bob', nowMs + 2)).toBe(false)
    expect(await listModerators(db, 'mods')).toEqual(['zoe', 'bob'])
    expect(await isModerator(other, 'mods', 'bob')).toBe(true)
    expect(await isModerator(db, 'other-channel', 'bob')).toBe(false)
    expect(await removeModerator(db, 'mods', 'bob')).toBe(true)
    expect(await removeModerator(db, 'mods', 'bob')).toBe(false)
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
    await insertLogEntry(db, 'log', entry)
    await insertLogEntry(db, 'log', { ...entry, id: '2' })
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

  it('finds since when a user follows a channel', async () => {
    await db.insertInto('follows').values({ follower: 'carol', channel: 'alice', created_at_ms: nowMs }).execute()
    expect(await findFollow(db, 'carol', 'alice')).toBe(nowMs)
    expect(await findFollow(db, 'alice', 'carol')).toBeUndefined()
  })
})
