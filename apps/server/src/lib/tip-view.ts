import type { Tip } from '@waggle/contract/hive/endpoints'

/** A tip as the database holds it. */
interface StoredTip {
  transactionId: string
  operationIndex: number
  broadcastId: string
  sender: string
  amount: string
  message: string
  sentAtMs: number
}

/** A tip as the API answers it. */
export function tipView(tip: StoredTip): Tip {
  return {
    id: `${tip.transactionId}-${tip.operationIndex}`,
    streamId: tip.broadcastId,
    sender: tip.sender,
    amount: tip.amount,
    message: tip.message,
    sentAt: tip.sentAtMs,
  }
}
