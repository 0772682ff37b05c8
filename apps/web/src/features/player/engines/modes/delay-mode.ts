import { realTimeRetryAfterMs } from '@waggle/contract/playback/real-time'
import type { RealTimeFailure } from '../../real-time/messages.ts'

/** How far behind the broadcast a viewer is: a fraction of a second, or about one. */
export type DelayMode = (typeof delayModes)[number]

export const delayModes = ['real-time', 'low-delay'] as const

export function isDelayMode(value: unknown): value is DelayMode {
  return delayModes.some((mode) => mode === value)
}

/** Why the other mode than real time plays. */
export type ModeReason = RealTimeFailure | 'unsupported' | 'chosen' | 'earlier'

interface RetryRule {
  firstMs: number
  longestMs: number
}

/** Waits before real time is tried again. What depends on the browser alone does not change while the page is open. */
const rules: Record<RealTimeFailure, RetryRule | undefined> = {
  codec: undefined,
  // An element that plays the sound as a track of its own never begins where the browser wants to be asked first, and a picture may come.
  'no-picture': { firstMs: 30_000, longestMs: 600_000 },
  decoder: { firstMs: 600_000, longestMs: 600_000 },
  full: { firstMs: realTimeRetryAfterMs, longestMs: 600_000 },
  refused: { firstMs: 30_000, longestMs: 600_000 },
  silent: { firstMs: 30_000, longestMs: 600_000 },
  dry: { firstMs: 120_000, longestMs: 1_200_000 },
}
/** A playback that lasted this long has worked. */
const worksAfterMs = 300_000

/** Decides when real time is tried again after it failed: each time in a row after twice as long. */
export class RealTimeRetries {
  #failures = 0

  /** Undefined where another attempt is of no use. Random, so that viewers who failed together do not come back together. */
  afterMs(failure: RealTimeFailure, playedMs: number, random = Math.random()): number | undefined {
    const rule = rules[failure]
    if (playedMs >= worksAfterMs) this.#failures = 0
    this.#failures += 1
    if (rule === undefined) return undefined
    return Math.min(rule.longestMs, rule.firstMs * 2 ** (this.#failures - 1)) * (0.75 + random / 2)
  }

  /** The viewer has asked for real time. */
  reset(): void {
    this.#failures = 0
  }
}
