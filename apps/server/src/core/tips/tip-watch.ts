import { readTipMemo } from '@waggle/contract/hive/tips'
import { isUsername } from '@waggle/contract/names'
import { operationIds } from '@waggle/hive/operation'
import { insertTip, isBroadcastOf, listTippableChannels, type TipRow } from '../../db/tips/tips.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { tipView } from '../../lib/tip-view.ts'
import type { CoreContext } from '../context.ts'

type TipWatchContext = Pick<CoreContext, 'db' | 'hive' | 'state' | 'log' | 'now'>

const pauseMs = 4000
/** How many channels are checked in one run; the others follow in the next runs. */
const channelsPerRun = 20
/** How long after a broadcast its channel is still checked, for tips that were sent in the last moment. */
const afterEndMs = 5 * 60_000
/** How many of an account's latest transfers are read. */
const historyLength = 100

/** Finds tips on the chain (rule TIP-2), where a browser cannot forge them, and publishes each once to the other roles. */
export function startTipWatch(context: TipWatchContext): PeriodicTask {
  let first = 0

  async function checkChannels(): Promise<void> {
    const channels = await listTippableChannels(context.db, context.now() - afterEndMs)
    if (first >= channels.length) first = 0
    const checked = channels.slice(first, first + channelsPerRun)
    first += channelsPerRun
    await Promise.allSettled(checked.map((channel) => findTips(context, channel)))
  }

  return startPeriodicTask(checkChannels, {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not check for tips; trying again'),
  })
}

/** Reads a channel's history once, and stores and publishes its new tips. Throws `HiveUnavailable`. */
export async function findTips(context: TipWatchContext, channel: string): Promise<void> {
  const filter = 2 ** operationIds.transfer
  const history = await context.hive.call<unknown>('condenser_api.get_account_history', [
    channel,
    -1,
    historyLength,
    filter,
  ])
  if (!Array.isArray(history)) return
  for (const entry of history.slice(-historyLength)) {
    const tip = readTip(Array.isArray(entry) ? entry[1] : undefined, channel)
    if (!tip || !(await isBroadcastOf(context.db, tip.broadcastId, channel))) continue
    if (await insertTip(context.db, tip)) {
      const { broadcastId: streamId, sender, amount } = tip
      context.log.info({ channel, streamId, sender, amount }, 'tip')
      await context.state.publish('tip', { channel, ...tipView(tip) })
    }
  }
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
