import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit, LimitResult } from './shared-state.ts'

/** One limiter for each named limit, made on first use. */
export function limiters(create: (limit: Limit) => RateLimiterAbstract): (limit: Limit) => RateLimiterAbstract {
  const made = new Map<string, RateLimiterAbstract>()
  return (limit) => {
    const limiter = made.get(limit.name) ?? create(limit)
    made.set(limit.name, limiter)
    return limiter
  }
}

export async function consumeFrom(limiter: RateLimiterAbstract, key: string): Promise<LimitResult> {
  try {
    await limiter.consume(key)
    return { allowed: true }
  } catch (rejection) {
    // The library rejects with its result when the points are used up, and with an Error when the store failed.
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)) }
  }
}
