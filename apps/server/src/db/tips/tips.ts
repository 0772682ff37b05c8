import type { ChatMessage } from '@waggle/contract/chat/entities'
import type { Selectable } from 'kysely'
import { type MessageDraft, storeMessages } from '../chat/chat-messages.ts'
import type { Db } from '../open.ts'
import type { Database } from '../schema/schema.ts'

export interface TipRow {
  transactionId: string
  operationIndex: number
  channel: string
  broadcastId: string
  sender: string
  /** '1.000 HIVE' or '1.000 HBD'. */
  amount: string
  message: string
  sentAtMs: number
}

/** Saves a tip; false when it was already saved. */
export async function insertTip(db: Db, tip: TipRow): Promise<boolean> {
  const [number = '', currency = ''] = tip.amount.split(' ')
  const row = await db
    .insertInto('tips')
    .values({
      transaction_id: tip.transactionId,
      operation_index: tip.operationIndex,
      channel: tip.channel,
      broadcast_id: tip.broadcastId,
      sender: tip.sender,
      currency,
      thousandths: Number(number.replace('.', '')),
      message: tip.message,
      sent_at_ms: tip.sentAtMs,
      is_told: 0,
    })
    .onConflict((conflict) => conflict.columns(['transaction_id', 'operation_index']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the tips that are saved, by what identifies their transfer on the chain. */
export async function listStoredTips(
  db: Db,
  tips: readonly TipRow[],
): Promise<Pick<TipRow, 'transactionId' | 'operationIndex'>[]> {
  if (tips.length === 0) return []
  return db
    .selectFrom('tips')
    .select(['transaction_id as transactionId', 'operation_index as operationIndex'])
    .where('transaction_id', 'in', [...new Set(tips.map(({ transactionId }) => transactionId))])
    .execute()
}

/** Newest first. */
export async function listTips(db: Db, channel: string, limit: number): Promise<TipRow[]> {
  const rows = await db
    .selectFrom('tips')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('sent_at_ms', 'desc')
    .orderBy('transaction_id')
    .orderBy('operation_index')
    .limit(limit)
    .execute()
  return rows.map(toTip)
}

/** Everything tipped since a time (milliseconds since 1970) and before another, or ever; one amount for each currency. */
export async function sumTips(
  db: Db,
  channel: string,
  sinceMs = 0,
  beforeMs = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tips')
    .select(['currency', (eb) => eb.fn.sum<number | string>('thousandths').as('sum')])
    .where('channel', '=', channel)
    .where('sent_at_ms', '>=', sinceMs)
    .where('sent_at_ms', '<', beforeMs)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, sum }) => formatAmount(Number(sum), currency))
}

/** Tips that chat has not yet decided whether to show, in the order they were sent. */
export async function listUndecidedTips(db: Db, limit: number): Promise<TipRow[]> {
  const rows = await db
    .selectFrom('tips')
    .selectAll()
    .where('is_told', '=', 0)
    .orderBy('sent_at_ms')
    .orderBy('transaction_id')
    .orderBy('operation_index')
    .limit(limit)
    .execute()
  return rows.map(toTip)
}

/** How many tips the same sender sent the channel within `withinMs` before this tip, including this one. */
export async function countRecentTips(db: Db, tip: TipRow, withinMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('tips')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('channel', '=', tip.channel)
    .where('sender', '=', tip.sender)
    .where('sent_at_ms', '>', tip.sentAtMs - withinMs)
    .where('sent_at_ms', '<=', tip.sentAtMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Records that chat has decided on a tip, and stores its chat message, if there is a draft, in the same transaction. When several
 * processes try, exactly one succeeds; the others get undefined.
 */
export async function recordTipDecision(
  db: Db,
  tip: TipRow,
  draft: MessageDraft | undefined,
  nowMs: number,
): Promise<ChatMessage | undefined> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('tips')
      .set({ is_told: 1 })
      .where('transaction_id', '=', tip.transactionId)
      .where('operation_index', '=', tip.operationIndex)
      .where('is_told', '=', 0)
      .returning('transaction_id')
      .executeTakeFirst()
    if (!row || !draft) return undefined
    const [stored] = await storeMessages(transaction, [draft], nowMs)
    return stored?.message
  })
}

/** Channels that are live or have been since the given time. */
export async function listTippableChannels(db: Db, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select('username')
    .where((eb) => eb.or([eb('ended_at_ms', 'is', null), eb('ended_at_ms', '>=', sinceMs)]))
    .groupBy('username')
    .orderBy('username')
    .limit(1000)
    .execute()
  return rows.map(({ username }) => username)
}

/** Channels of which a replay or a clip was watched since the given time. */
export async function listWatchedChannels(db: Db, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select('username')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('replay_figures')
        // The figures of a clip stand under its own id.
        .leftJoin('clips', 'clips.id', 'replay_figures.broadcast_id')
        .select(({ fn }) => fn.coalesce('clips.broadcast_id', 'replay_figures.broadcast_id').as('id'))
        .where('counted_until_ms', '>=', sinceMs),
    )
    .groupBy('username')
    .orderBy('username')
    .limit(1000)
    .execute()
  return rows.map(({ username }) => username)
}

/** Whether the broadcast is the channel's own. */
export async function isBroadcastOf(db: Db, broadcastId: string, channel: string): Promise<boolean> {
  const row = await db
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', broadcastId)
    .where('username', '=', channel)
    .executeTakeFirst()
  return row !== undefined
}

function toTip(row: Selectable<Database['tips']>): TipRow {
  return {
    transactionId: row.transaction_id,
    operationIndex: row.operation_index,
    channel: row.channel,
    broadcastId: row.broadcast_id,
    sender: row.sender,
    amount: formatAmount(row.thousandths, row.currency),
    message: row.message,
    sentAtMs: row.sent_at_ms,
  }
}

/** In the chain's notation: '1.000 HIVE'. */
export function formatAmount(thousandths: number, currency: string): string {
  return `${(thousandths / 1000).toFixed(3)} ${currency}`
}
