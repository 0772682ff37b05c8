import { HiveUnavailable, type NodeResponse } from '@waggle/hive/gateway'
import { operationIds } from '@waggle/hive/operation'
import { insertTip, isBroadcastOf, listStoredTips, type TipRow } from '../../db/tips/tips.ts'
import { tipView } from '../../lib/tip-view.ts'
import type { CoreContext } from '../context.ts'
import { createHeldTips, identityOf } from './held-tips.ts'
import { historyLength, readTips } from './tip-transfers.ts'

export type TipFinderContext = Pick<CoreContext, 'db' | 'hive' | 'state' | 'log' | 'now'>

/** Nodes lag by seconds; those that lag by more than a minute are not used. */
const holdMs = 5 * 60_000
const heldMax = 1000

interface FoundTip {
  tip: TipRow
  /** Those whose nodes know the tip. */
  operators: Set<string>
}

/**
 * Returns a function that reads a channel's transfers, and stores and publishes its new tips. With `agreement` 2, nodes of two
 * operators have to know a tip, so that no lying node can invent one (T25). The function throws `HiveUnavailable`.
 */
export function createTipFinder(context: TipFinderContext): (channel: string) => Promise<void> {
  const { db, hive, log, state, now } = context
  const held = createHeldTips({
    now,
    holdMs,
    max: heldMax,
    onDrop: ({ channel, sender, amount, transactionId }) =>
      log.warn({ channel, sender, amount, transactionId }, 'dropped a tip that only one Hive node knows'),
  })

  return async (channel) => {
    held.dropOld()
    for (const { tip, operators } of await collectTips(channel)) {
      if (operators.size < hive.agreement) {
        held.hold(tip)
        continue
      }
      held.release(tip)
      await storeTip(tip)
    }
  }

  /** Asks one operator, and others only while there is a new tip that too few of them know. */
  async function collectTips(channel: string): Promise<FoundTip[]> {
    const found = new Map<string, FoundTip>()
    const asked = new Set<string>()
    do {
      const response = await readTransfers(channel, asked)
      if (!response) break
      asked.add(response.operator)
      for (const tip of await selectNew(readTips(response.result, channel), channel)) {
        const entry = found.get(identityOf(tip)) ?? { tip, operators: new Set() }
        entry.operators.add(response.operator)
        found.set(identityOf(tip), entry)
      }
    } while ([...found.values()].some(({ operators }) => operators.size < hive.agreement))
    return [...found.values()]
  }

  /** Undefined when some operator has responded and no other one can be reached. */
  async function readTransfers(channel: string, asked: ReadonlySet<string>): Promise<NodeResponse | undefined> {
    const filter = 2 ** operationIds.transfer
    const params = [channel, -1, historyLength, filter]
    try {
      return await hive.readElsewhere('condenser_api.get_account_history', params, asked)
    } catch (error) {
      if (asked.size > 0 && error instanceof HiveUnavailable) return undefined
      throw error
    }
  }

  async function selectNew(tips: TipRow[], channel: string): Promise<TipRow[]> {
    const stored = await listStoredTips(db, tips)
    const fresh: TipRow[] = []
    for (const tip of tips) {
      const isStored = stored.some(
        (row) => row.transactionId === tip.transactionId && row.operationIndex === tip.operationIndex,
      )
      if (isStored || held.isDropped(tip)) continue
      if (await isBroadcastOf(db, tip.broadcastId, channel)) fresh.push(tip)
    }
    return fresh
  }

  async function storeTip(tip: TipRow): Promise<void> {
    if (!(await insertTip(db, tip))) return
    const { channel, broadcastId: streamId, sender, amount } = tip
    log.info({ channel, streamId, sender, amount }, 'tip')
    await state.publish('tip', { channel, ...tipView(tip) })
  }
}
