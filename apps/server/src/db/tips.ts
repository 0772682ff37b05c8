import type { Db } from './open.ts'

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

/** Keeps a tip; false when it was known. */
export async function insertTip(db: Db, tip: TipRow): Promise<boolean> {
  const row = await db
    .insertInto('tips')
    .values({
      transaction_id: tip.transactionId,
      operation_index: tip.operationIndex,
      channel: tip.channel,
      broadcast_id: tip.broadcastId,
      sender: tip.sender,
      amount: tip.amount,
      message: tip.message,
      sent_at_ms: tip.sentAtMs,
    })
    .onConflict((conflict) => conflict.columns(['transaction_id', 'operation_index']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest first. */
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
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    operationIndex: row.operation_index,
    channel: row.channel,
    broadcastId: row.broadcast_id,
    sender: row.sender,
    amount: row.amount,
    message: row.message,
    sentAtMs: row.sent_at_ms,
  }))
}

/** Channels that are live, or were since the given time. */
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
