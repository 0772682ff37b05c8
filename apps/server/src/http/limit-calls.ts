import type { Limit, SharedState } from '../shared-state/shared-state.ts'
import { Refusal } from './refusal.ts'

/** Counts a call against a rate limit. Throws the refusal `rate_limited` when the limit is used up. */
export async function limitCalls(context: { state: SharedState }, limit: Limit, key: string): Promise<void> {
  const result = await context.state.consume(limit, key)
  if (!result.allowed) throw new Refusal('rate_limited', { retryAfterSeconds: result.retryAfterSeconds })
}
