import type { ChatConfigUpdate } from '@waggle/contract/chat/entities'
import { chatLimits } from '@waggle/contract/chat/limits'
import { clearMessages, deleteMessage, deleteMessagesOf, withdrawMessage } from '../../db/chat/chat-deletions.ts'
import { hasMessages } from '../../db/chat/chat-messages.ts'
import { findChatSettings, saveChatSettings } from '../../db/chat/chat-settings.ts'
import {
  addModerators,
  countRestrictions,
  deleteRestriction,
  findRestriction,
  listModerators,
  removeModerators,
  saveRestriction,
} from '../../db/chat/moderation.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MessageWriter } from '../sending/message-writer.ts'
import type { ActorInChannel, LogFields, ModerationTransaction, RunModeration } from './moderation-transaction.ts'

/** A row takes about 50 microseconds, so a slice blocks the process for about 10 ms. */
const messagesPerSlice = 200
const slicesMax = chatLimits.restrictionDeletesMax / messagesPerSlice

/**
 * The actions of moderators and owners. Each is stored and logged in one transaction, and published to all open connections before its
 * promise resolves.
 */
export function createModeration(db: Db, run: RunModeration, writer: MessageWriter) {
  /** Also deletes the user's newest messages (rule MOD-11). Returns when the restriction ends. */
  async function restrict(
    by: ActorInChannel,
    username: string,
    options: { kind: 'ban' | 'timeout'; reason: string | null; durationSeconds: number | null },
  ): Promise<number | null> {
    const { channel, actor } = by
    const { kind, reason, durationSeconds } = options
    const work = async ({ db, nowMs, ...transaction }: ModerationTransaction) => {
      const id = transaction.newEntryId()
      const previous = await findRestriction(db, channel, username, nowMs)
      if (!previous && (await countRestrictions(db, channel)) >= chatLimits.bansMax) {
        throw new Refusal('chat_too_many_bans')
      }
      const expiresAtMs = durationSeconds === null ? null : nowMs + durationSeconds * 1000
      await saveRestriction(db, channel, { username, kind, reason, createdBy: actor, createdAtMs: nowMs, expiresAtMs })
      // Only a ban removes a moderator: a timeout ends by itself.
      const wasModerator = kind === 'ban' && (await removeModerators(db, channel, [username])).length > 0
      const details = { durationSeconds, previous: previous ?? null, wasModerator }
      transaction.log(kind, { id, target: username, reason, details })
      transaction.changeStandings([username])
      const payload = { channel, username, action: kind, expiresAt: expiresAtMs }
      transaction.announce({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
      if (wasModerator) transaction.changeConfig()
      await deleteSlice({ db, nowMs, ...transaction }, channel, username, id)
      return { id, expiresAtMs }
    }
    // Messages that passed the rules before this are stored first, so that none appears after the caller has been answered.
    const { id, expiresAtMs } = await run(by, work, { afterCommit: () => writer.settled() })
    for (let slice = 1; slice < slicesMax && (await hasMessages(db, channel, username)); slice += 1) {
      await run(by, (transaction) => deleteSlice(transaction, channel, username, id))
    }
    return expiresAtMs
  }

  async function unrestrict(by: ActorInChannel, username: string): Promise<void> {
    const { channel } = by
    await run(by, async ({ db, nowMs, ...transaction }) => {
      const previous = await findRestriction(db, channel, username, nowMs)
      await deleteRestriction(db, channel, username)
      if (previous) transaction.log('unban', { target: username, details: { previous } })
      const payload = { channel, username, action: 'unban' as const, expiresAt: null }
      transaction.announce({ kind: 'event', channel, audience: 'everyone', name: 'user-moderated', payload })
      transaction.changeStandings([username])
    })
  }

  async function remove(by: ActorInChannel, messageId: string, isOwn: boolean): Promise<boolean> {
    const { channel } = by
    return run(by, async ({ db, nowMs, ...transaction }) => {
      const id = transaction.newEntryId()
      const isDeleted = isOwn
        ? await withdrawMessage(db, channel, messageId, nowMs)
        : await deleteMessage(db, channel, messageId, id, nowMs)
      if (!isDeleted) return false
      if (!isOwn) transaction.log('delete', { id, target: messageId })
      const event = { channel, audience: 'everyone', name: 'message-deleted', payload: messageId } as const
      transaction.announce({ kind: 'event', ...event })
      if ((await findChatSettings(db, channel)).pinnedMessageId === messageId) transaction.changeConfig()
      return true
    })
  }

  async function clear(by: ActorInChannel): Promise<void> {
    const { channel } = by
    await writer.settled()
    await run(by, async ({ db, nowMs, ...transaction }) => {
      const id = transaction.newEntryId()
      const upTo = await clearMessages(db, channel, id, nowMs)
      transaction.log('clear', { id })
      if (upTo === undefined) return
      const payload = { channel, upTo }
      transaction.announce({ kind: 'event', channel, audience: 'everyone', name: 'chat-cleared', payload })
      transaction.changeConfig()
    })
  }

  /** Only an owner may give `moderators`: the complete list. */
  async function updateConfig(by: ActorInChannel, { moderators, ...rules }: ChatConfigUpdate): Promise<void> {
    await run(by, async (transaction) => {
      if (moderators) await replaceModerators(transaction, by, moderators)
      if (Object.keys(rules).length > 0) await changeSettings(transaction, by, rules)
    })
  }

  async function replaceModerators(
    transaction: ModerationTransaction,
    { channel }: ActorInChannel,
    wanted: readonly string[],
  ): Promise<void> {
    const previous = await listModerators(transaction.db, channel)
    const superfluous = previous.filter((name) => !wanted.includes(name))
    const missing = wanted.filter((name) => name !== channel && !previous.includes(name))
    await removeFrom(transaction, channel, superfluous)
    await addTo(transaction, channel, missing)
  }

  async function changeSettings(
    transaction: ModerationTransaction,
    { channel }: ActorInChannel,
    update: Omit<ChatConfigUpdate, 'moderators'>,
  ): Promise<void> {
    const previous = await findChatSettings(transaction.db, channel)
    const { blockedWords, moderatorsMayChangeRules, slowModeDelay, ...rules } = update
    // The dashboard may send the whole config back, with only one of the two names for the delay changed.
    const isDelayChanged = slowModeDelay !== undefined && slowModeDelay !== previous.rules.slowModeInterval
    const changedRules = Object.entries({
      ...rules,
      ...(isDelayChanged && { slowModeInterval: slowModeDelay }),
    }).filter(([, value]) => value !== undefined)
    const changesRights = moderatorsMayChangeRules !== undefined
    await saveChatSettings(transaction.db, channel, {
      rules: { ...previous.rules, ...Object.fromEntries(changedRules) },
      ...(blockedWords && { blockedWords: [...new Set(blockedWords)] }),
      ...(changesRights && { moderatorsMayChangeRules }),
    })
    // Reverting restores the words, and who may change the rules, only if this update changed them.
    const revertible = {
      rules: previous.rules,
      ...(blockedWords && { blockedWords: previous.blockedWords }),
      ...(changesRights && { moderatorsMayChangeRules: previous.moderatorsMayChangeRules }),
    }
    transaction.log('settings', { details: { previous: revertible, changed: update } })
    transaction.changeConfig()
  }

  async function appoint(by: ActorInChannel, username: string): Promise<void> {
    await run(by, (transaction) => addTo(transaction, by.channel, [username]))
  }

  async function dismiss(by: ActorInChannel, username: string): Promise<void> {
    await run(by, (transaction) => removeFrom(transaction, by.channel, [username]))
  }

  async function pin(by: ActorInChannel, messageId: string | null): Promise<void> {
    const { channel } = by
    await run(by, async ({ db, ...transaction }) => {
      const { pinnedMessageId: previous } = await findChatSettings(db, channel)
      await saveChatSettings(db, channel, { pinnedMessageId: messageId })
      const target = messageId ?? previous ?? undefined
      transaction.log(messageId ? 'pin' : 'unpin', { target, details: { previous } })
      transaction.changeConfig()
    })
  }

  async function logAnnouncement(by: ActorInChannel, fields: LogFields): Promise<void> {
    await run(by, async ({ log }) => log('announce', fields))
  }

  return { restrict, unrestrict, remove, clear, updateConfig, appoint, dismiss, pin, logAnnouncement }
}

/** Deletes the newest messages of a user, as many as may hold up other calls. */
async function deleteSlice(
  { db, nowMs, announce, changeConfig }: ModerationTransaction,
  channel: string,
  username: string,
  entryId: string,
): Promise<void> {
  const ids = await deleteMessagesOf(db, channel, username, { entryId, nowMs, limit: messagesPerSlice })
  if (ids.length === 0) return
  announce({ kind: 'user-messages-deleted', channel, username, ids })
  const { pinnedMessageId } = await findChatSettings(db, channel)
  if (pinnedMessageId !== null && ids.includes(pinnedMessageId)) changeConfig()
}

async function addTo(transaction: ModerationTransaction, channel: string, names: readonly string[]): Promise<void> {
  const added = await addModerators(transaction.db, channel, names, transaction.nowMs)
  recordModerators(transaction, 'add-moderator', added)
}

async function removeFrom(transaction: ModerationTransaction, channel: string, names: readonly string[]) {
  const removed = await removeModerators(transaction.db, channel, names)
  recordModerators(transaction, 'remove-moderator', removed)
}

function recordModerators(
  transaction: ModerationTransaction,
  action: 'add-moderator' | 'remove-moderator',
  names: readonly string[],
): void {
  for (const target of names) transaction.log(action, { target })
  transaction.changeStandings(names)
  if (names.length > 0) transaction.changeConfig()
}

export type Moderation = ReturnType<typeof createModeration>
