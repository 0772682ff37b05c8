import type { Tip } from '@waggle/contract/hive/endpoints'
import type { TipRow } from '../db/tips/tips.ts'

/** A tip as callers see it. */
export function tipView(tip: TipRow): Tip {
  const { transactionId, operationIndex, broadcastId, sender, amount, message, sentAtMs } = tip
  return {
    id: `${transactionId}-${operationIndex}`,
    streamId: broadcastId,
    sender,
    amount,
    message,
    sentAt: sentAtMs,
  }
}
