import { readTipMemo } from '@waggle/contract/hive/tips'
import { isUsername } from '@waggle/contract/names'
import type { TipRow } from '../../db/tips/tips.ts'

/** How many of an account's latest transfers are read. */
export const historyLength = 100

/** The tips to a channel in a node's response to `get_account_history`, oldest first. A response of another form has none. */
export function readTips(history: unknown, channel: string): TipRow[] {
  if (!Array.isArray(history)) return []
  return history
    .slice(-historyLength)
    .map((entry) => readTip(Array.isArray(entry) ? entry[1] : undefined, channel))
    .filter((tip) => tip !== undefined)
}

/** Undefined for anything but a transfer to the channel with the memo of a tip. */
function readTip(entry: unknown, channel: string): TipRow | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { trx_id, op_in_trx, timestamp, op } = entry as Record<string, unknown>
  if (!Array.isArray(op) || op[0] !== 'transfer' || typeof op[1] !== 'object' || op[1] === null) return undefined
  const { from, to, amount, memo } = op[1] as Record<string, unknown>
  const sentAtMs = Date.parse(`${timestamp}Z`)
  if (to !== channel || typeof from !== 'string' || !isUsername(from) || Number.isNaN(sentAtMs)) return undefined
  // The chain allows transfers to oneself, which would look like a tip and cost nothing.
  if (from === channel) return undefined
  if (typeof trx_id !== 'string' || !/^[0-9a-f]{40}$/.test(trx_id) || !Number.isSafeInteger(op_in_trx)) return undefined
  if (typeof amount !== 'string' || !/^\d{1,12}\.\d{3} (?:HIVE|HBD)$/.test(amount)) return undefined
  const read = typeof memo === 'string' ? readTipMemo(memo) : undefined
  if (!read) return undefined
  const { streamId: broadcastId, message } = read
  return {
    transactionId: trx_id,
    operationIndex: op_in_trx as number,
    channel,
    broadcastId,
    sender: from,
    amount,
    message,
    sentAtMs,
  }
}
