import { readTipMemo } from '@waggle/contract/hive/tips'
import { isUsername } from '@waggle/contract/names'
import { operationIds } from '@waggle/hive/operation'
import { insertTip, isBroadcastOf, listTippableChannels, type TipRow } from '../../db/tips/tips.ts'
import { type PeriodicTask, startPeriodicTask } from '../../lib/periodic-task.ts'
import { tipView } from '../../lib/tip-view.ts'
import type { CoreContext } from '../context.ts'

type TipWatchContext = Pick<CoreContext, 'db' | 'hive' | 'state' | 'log' | 'now'>

const pauseMs = 4000
/** So many channels are asked about in one round; the others follow in the next ones. */
const channelsPerRound = 20
/** A tip that was sent in the last moment of a broadcast still counts. */
const afterEndMs = 5 * 60_000
/** The newest transfers of an account that are looked through. */
const historyLength = 100

/** Finds tips on the chain, never by word of a browser, and tells the other roles of each once. */
export function startTipWatch(context: TipWatchContext): PeriodicTask {
  let first = 0

  async function look(): Promise<void> {
    const channels = await listTippableChannels(context.db, context.now() - afterEndMs)
    if (first >= channels.length) first = 0
    const asked = channels.slice(first, first + channelsPerRound)
    first += channelsPerRound
    await Promise.allSettled(asked.map((channel) => findTips(context, channel)))
  }

  return startPeriodicTask(look, {
    pauseMs,
    onError: (error) => context.log.warn({ error }, 'could not look for tips; trying again'),
  })
}

/** Looks once for new tips of a channel. Throws `HiveUnavailable`. */
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

/** Undefined for everything that is not a transfer to the channel with a tip's memo. */
function readTip(entry: unknown, channel: string): TipRow | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { trx_id, op_in_trx, timestamp, op } = entry as Record<string, unknown>
  if (!Array.isArray(op) || op[0] !== 'transfer' || typeof op[1] !== 'object' || op[1] === null) return undefined
  const { from, to, amount, memo } = op[1] as Record<string, unknown>
  const sentAtMs = Date.parse(`${timestamp}Z`)
  if (to !== channel || typeof from !== 'string' || !isUsername(from) || Number.isNaN(sentAtMs)) return undefined
  // The chain lets one send to oneself, which would look like somebody's tip and cost nothing.
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
