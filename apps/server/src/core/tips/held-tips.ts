import type { TipRow } from '../../db/tips/tips.ts'

interface HeldTip {
  tip: TipRow
  sinceMs: number
  isDropped: boolean
}

interface HeldTipsOptions {
  now: () => number
  /** How long a tip waits until enough operators know it. */
  holdMs: number
  /** How many tips are remembered, dropped ones included; the oldest are forgotten first. */
  max: number
  /** Called once for each tip that has waited for too long. */
  onDrop: (tip: TipRow) => void
}

export interface HeldTips {
  hold(tip: TipRow): void
  /** Whether the tip has waited for too long and is not to be looked up again. */
  isDropped(tip: TipRow): boolean
  release(tip: TipRow): void
  /** Drops the tips that have waited for too long. */
  dropOld(): void
}

/** Remembers the tips that too few operators of Hive nodes know: a node may lag behind the others, or invent them. */
export function createHeldTips({ now, holdMs, max, onDrop }: HeldTipsOptions): HeldTips {
  /** In the order in which they were first seen. */
  const held = new Map<string, HeldTip>()

  return {
    hold(tip) {
      const key = identityOf(tip)
      if (held.has(key)) return
      held.set(key, { tip, sinceMs: now(), isDropped: false })
      const oldest = held.keys().next()
      if (held.size > max && !oldest.done) held.delete(oldest.value)
    },
    isDropped: (tip) => held.get(identityOf(tip))?.isDropped ?? false,
    release: (tip) => void held.delete(identityOf(tip)),
    dropOld() {
      for (const entry of held.values()) {
        if (entry.isDropped || now() - entry.sinceMs < holdMs) continue
        entry.isDropped = true
        onDrop(entry.tip)
      }
    },
  }
}

/** Everything about a tip: with another amount or message it is another one, even if its transaction is the same. */
export function identityOf(tip: TipRow): string {
  const { transactionId, operationIndex, channel, broadcastId, sender, amount, message, sentAtMs } = tip
  return JSON.stringify([transactionId, operationIndex, channel, broadcastId, sender, amount, message, sentAtMs])
}
