import type { ChatMessage, WrittenMessage } from '@waggle/contract/chat/entities'
import { expressionBuilder, sql, type Transaction } from 'kysely'
import { commitWithDeferredSync } from '../commit-with-deferred-sync.ts'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'
import { messageId, messageTimeMs, tickOfMs } from './chat-message-id.ts'

/** A message that passed the rules and is ready to be stored. */
export interface MessageDraft {
  channel: string
  username: string
  message: string
  kind: ChatMessage['kind']
  role: ChatMessage['role']
  replyTo: ChatMessage['replyTo']
  tip?: string
  idempotencyKey: string | null
  /** The time of the picture that the writer saw, milliseconds since 1970. */
  pictureAtMs?: number | undefined
}

export interface StoredMessage {
  message: ChatMessage
  /** False when the idempotency key was already stored: this is the message stored then. */
  isNew: boolean
}

/**
 * Stores messages in one transaction and assigns their ids. The channel's row in `chat_rooms` is locked from the moment the ids are
 * assigned until the commit, so ids become visible in order and a reader with a cursor misses none.
 */
export async function commitMessages(db: Db, drafts: MessageDraft[], nowMs: number): Promise<StoredMessage[]> {
  return commitWithDeferredSync(db, (transaction) => storeMessages(transaction, drafts, nowMs))
}

/** The same, within the caller's transaction. */
export async function storeMessages(
  transaction: Transaction<Database>,
  drafts: MessageDraft[],
  nowMs: number,
): Promise<StoredMessage[]> {
  const byChannel = Map.groupBy(drafts, (draft) => draft.channel)
  const stored = new Map<MessageDraft, StoredMessage>()
  // Rows are locked in the order of their names, so two processes cannot deadlock.
  for (const channel of [...byChannel.keys()].sort()) {
    await storeInChannel(transaction, channel, byChannel.get(channel)!, nowMs, stored)
  }
  return drafts.map((draft) => stored.get(draft)!)
}

async function storeInChannel(
  db: Db,
  channel: string,
  drafts: MessageDraft[],
  nowMs: number,
  stored: Map<MessageDraft, StoredMessage>,
): Promise<void> {
  const lastTick = await reserveTicks(db, channel, drafts.length, nowMs)
  const firstTick = lastTick - drafts.length + 1
  const rows = drafts.map((draft, index) => ({
    channel,
    id: messageId(firstTick + index),
    username: draft.username,
    message: draft.message,
    kind: draft.kind,
    role: draft.role,
    reply_to: draft.replyTo?.id ?? null,
    tip: draft.tip ?? null,
    idempotency_key: draft.idempotencyKey,
    picture_at_ms: draft.pictureAtMs ?? null,
    deleted_at_ms: null,
    deleted_by: null,
  }))
  const inserted = await db
    .insertInto('chat_messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['channel', 'username', 'idempotency_key']).doNothing())
    .returning('id')
    .execute()
  const newIds = new Set(inserted.map((row) => row.id))
  for (const [index, draft] of drafts.entries()) {
    const row = rows[index]!
    const message = newIds.has(row.id)
      ? toMessage({
          ...row,
          reply_username: draft.replyTo?.username ?? null,
          reply_message: draft.replyTo?.message ?? null,
        })
      : await findMessageByKey(db, channel, draft.username, draft.idempotencyKey ?? '')
    if (!message) throw new Error('a chat message was neither stored now nor before')
    stored.set(draft, { message, isNew: newIds.has(row.id) })
  }
}

/** Reserves consecutive ticks after all previous ones of the channel, and not before the clock's time. Returns the last one. */
async function reserveTicks(db: Db, channel: string, count: number, nowMs: number): Promise<number> {
  const row = await db
    .insertInto('chat_rooms')
    .values({ channel, last_tick: tickOfMs(nowMs) + count - 1 })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet((eb) => ({
        last_tick: eb
          .case()
          .when(eb('chat_rooms.last_tick', '>=', tickOfMs(nowMs)))
          .then(eb('chat_rooms.last_tick', '+', count))
          .else(eb.ref('excluded.last_tick'))
          .end(),
      })),
    )
    .returning('last_tick')
    .executeTakeFirstOrThrow()
  return row.last_tick
}

/** One page, oldest first: the newest messages, those before or up to an id, or the first ones after an id. */
export async function listMessages(
  db: Db,
  channel: string,
  page: { limit: number; before?: string | undefined; upTo?: string; after?: string | undefined },
): Promise<{ messages: ChatMessage[]; hasMore: boolean }> {
  const { limit, before, upTo, after } = page
  let query = selectMessages(db, channel)
  if (before !== undefined) query = query.where('chat_messages.id', '<', before)
  if (upTo !== undefined) query = query.where('chat_messages.id', '<=', upTo)
  if (after !== undefined) query = query.where('chat_messages.id', '>', after)
  const rows = await query
    .orderBy('chat_messages.id', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()
  const messages = rows.slice(0, limit).map(toMessage)
  return { messages: after === undefined ? messages.reverse() : messages, hasMore: rows.length > limit }
}

/** Messages about the pictures from `fromMs` on and before `untilMs`, in the order of the pictures; at most about `limit`. */
export async function listMessagesOfPictures(
  db: Db,
  channel: string,
  { fromMs, untilMs, limit }: { fromMs: number; untilMs: number; limit: number },
): Promise<{ messages: (ChatMessage & { pictureAt: number })[]; hasMore: boolean }> {
  const rows = await selectMessages(db, channel)
    .select('chat_messages.picture_at_ms')
    .where('chat_messages.id', '>=', messageId(tickOfMs(fromMs)))
    .where('chat_messages.id', '<', messageId(tickOfMs(untilMs + longestPictureDelayMs)))
    .where((eb) =>
      eb.or([
        eb.and([eb('chat_messages.picture_at_ms', '>=', fromMs), eb('chat_messages.picture_at_ms', '<', untilMs)]),
        eb.and([
          eb('chat_messages.picture_at_ms', 'is', null),
          eb('chat_messages.id', '>=', messageId(tickOfMs(fromMs + usualPictureDelayMs))),
          eb('chat_messages.id', '<', messageId(tickOfMs(untilMs + usualPictureDelayMs))),
        ]),
      ]),
    )
    .orderBy('chat_messages.id')
    .limit(limit + 1)
    .execute()
  const messages = rows.slice(0, limit).map((row) => ({ ...toMessage(row), pictureAt: pictureAtMs(row) }))
  return { messages: messages.toSorted((a, b) => a.pictureAt - b.pictureAt), hasMore: rows.length > limit }
}

/** Where the writer's client did not say what was seen, a usual delay. */
function pictureAtMs({ id, picture_at_ms }: { id: string; picture_at_ms: number | null }): number {
  return picture_at_ms ?? messageTimeMs(id) - usualPictureDelayMs
}

const usualPictureDelayMs = 2000
/** A writer may see an older picture, and then writes of now. */
export const longestPictureDelayMs = 60_000

/** What a user wrote last in a channel, the latest last, also what was deleted since. */
export async function listLatestMessagesOf(
  db: Db,
  channel: string,
  username: string,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await selectAllMessages(db, channel)
    .where('chat_messages.username', '=', username)
    .orderBy('chat_messages.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMessage).reverse()
}

/**
 * What a user wrote in a channel before an id, the latest first, without messages that have no text. Those that a moderator deleted
 * after `deletedSinceMs` are among them, as long as the log has the entry that can restore them. What a ban, a timeout, a clear or the
 * writer has taken away is not.
 */
export async function listMessagesOf(
  db: Db,
  channel: string,
  username: string,
  page: { limit: number; before?: string | undefined; deletedSinceMs: number },
): Promise<{ messages: WrittenMessage[]; hasMore: boolean }> {
  const rows = await selectAllMessages(db, channel)
    .select('chat_messages.deleted_at_ms')
    .where('chat_messages.username', '=', username)
    .where('chat_messages.message', '<>', '')
    // Not as a bound of the id: with two of them SQLite would read what all users wrote in between.
    .where(sql<string>`chat_messages.id || ''`, '>', clearedUpTo(db, channel))
    .$if(page.before !== undefined, (query) => query.where('chat_messages.id', '<', page.before ?? ''))
    .where((eb) =>
      eb.or([
        eb('chat_messages.deleted_at_ms', 'is', null),
        eb.and([
          eb('chat_messages.deleted_at_ms', '>', page.deletedSinceMs),
          eb.exists(
            eb
              .selectFrom('chat_log')
              .select('chat_log.id')
              .where('chat_log.channel', '=', channel)
              .whereRef('chat_log.id', '=', 'chat_messages.deleted_by')
              .where('chat_log.action', '=', 'delete'),
          ),
        ]),
      ]),
    )
    .orderBy('chat_messages.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const messages = rows.slice(0, page.limit).map((row) => ({ ...toMessage(row), deletedAt: row.deleted_at_ms }))
  return { messages, hasMore: rows.length > page.limit }
}

/** The channels in whose chats a user wrote last, the latest first. One look into the index for each chat of the site. */
export async function listChannelsWrittenIn(db: Db, username: string, limit: number): Promise<string[]> {
  const last = db.selectFrom('chat_rooms').select(({ selectFrom }) => [
    'chat_rooms.channel',
    selectFrom('chat_messages')
      .select(({ fn }) => fn.max('chat_messages.id').as('id'))
      .whereRef('chat_messages.channel', '=', 'chat_rooms.channel')
      .where('chat_messages.username', '=', username)
      .as('last_id'),
  ])
  const rows = await db
    .selectFrom(last.as('last'))
    .select('last.channel')
    .where('last.last_id', 'is not', null)
    .orderBy('last.last_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ channel }) => channel)
}

/** What was written in a channel before and after an id, the latest last, also what was deleted since. */
export async function listMessagesAround(
  db: Db,
  channel: string,
  id: string,
  { before, after }: { before: number; after: number },
): Promise<ChatMessage[]> {
  const [earlier, later] = await Promise.all([
    selectAllMessages(db, channel)
      .where('chat_messages.id', '<=', id)
      .orderBy('chat_messages.id', 'desc')
      .limit(before)
      .execute(),
    selectAllMessages(db, channel)
      .where('chat_messages.id', '>', id)
      .orderBy('chat_messages.id', 'asc')
      .limit(after)
      .execute(),
  ])
  return [...earlier.reverse(), ...later].map(toMessage)
}

/** A message, also one that was deleted since. */
export async function findWrittenMessage(db: Db, channel: string, id: string): Promise<ChatMessage | undefined> {
  const row = await selectAllMessages(db, channel).where('chat_messages.id', '=', id).executeTakeFirst()
  return row && toMessage(row)
}

export async function findMessage(db: Db, channel: string, id: string): Promise<ChatMessage | undefined> {
  const row = await selectMessages(db, channel).where('chat_messages.id', '=', id).executeTakeFirst()
  return row && toMessage(row)
}

/** The message that a user sent with an idempotency key, even if it has been deleted since. */
export async function findMessageByKey(
  db: Db,
  channel: string,
  username: string,
  key: string,
): Promise<ChatMessage | undefined> {
  const row = await selectAllMessages(db, channel)
    .where('chat_messages.username', '=', username)
    .where('chat_messages.idempotency_key', '=', key)
    .executeTakeFirst()
  return row && toMessage(row)
}

/** When the user last wrote in the channel, in milliseconds since 1970. Deleted messages count. */
export async function lastMessageAtMs(db: Db, channel: string, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('channel', '=', channel)
    .where('username', '=', username)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && messageTimeMs(row.id)
}

/** Whether there is a message of the user that has not been deleted. */
export async function hasMessages(db: Db, channel: string, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('channel', '=', channel)
    .where('username', '=', username)
    .where('deleted_at_ms', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function selectMessages(db: Db, channel: string) {
  return selectAllMessages(db, channel)
    .where('chat_messages.deleted_at_ms', 'is', null)
    .where('chat_messages.id', '>', clearedUpTo(db, channel))
}

function selectAllMessages(db: Db, channel: string) {
  return db
    .selectFrom('chat_messages')
    .leftJoin('chat_messages as parent', (join) =>
      join
        .onRef('parent.channel', '=', 'chat_messages.channel')
        .onRef('parent.id', '=', 'chat_messages.reply_to')
        .on('parent.deleted_at_ms', 'is', null)
        .on('parent.id', '>', clearedUpTo(db, channel)),
    )
    .where('chat_messages.channel', '=', channel)
    .select([
      'chat_messages.channel',
      'chat_messages.id',
      'chat_messages.username',
      'chat_messages.message',
      'chat_messages.kind',
      'chat_messages.role',
      'chat_messages.reply_to',
      'chat_messages.tip',
      'parent.username as reply_username',
      'parent.message as reply_message',
    ])
}

/** The id up to which the channel was last cleared; the empty text sorts before every id. */
function clearedUpTo(db: Db, channel: string) {
  const { fn } = expressionBuilder<Database>()
  const latest = db
    .selectFrom('chat_clears')
    .select('up_to_id')
    .where('chat_clears.channel', '=', channel)
    .orderBy('up_to_id', 'desc')
    .limit(1)
  return fn.coalesce(latest, sql.lit(''))
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectAllMessages>['executeTakeFirstOrThrow']>>

function toMessage(row: SelectedRow): ChatMessage {
  const role = row.role as ChatMessage['role']
  return {
    id: row.id,
    _id: row.id,
    channel: row.channel,
    username: row.username,
    message: row.message,
    timestamp: messageTimeMs(row.id),
    role,
    isModerator: role !== 'user',
    kind: row.kind as ChatMessage['kind'],
    ...(row.tip !== null && { tip: row.tip }),
    replyTo:
      row.reply_to !== null && row.reply_username !== null
        ? { id: row.reply_to, username: row.reply_username, message: row.reply_message ?? '' }
        : null,
  }
}
