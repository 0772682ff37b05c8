import { Refusal } from '../lib/refusal.ts'
import type { Limit } from '../shared-state/shared-state.ts'
import type { CoreContext } from './context.ts'

/** Counts a call against a limit; throws when it is used up. */
export async function limitCalls(context: CoreContext, limit: Limit, key: string): Promise<void> {
  const result = await context.state.consume(limit, key)
  if (!result.allowed) throw new Refusal('rate_limited', { retryAfterSeconds: result.retryAfterSeconds })
}
