import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit, LimitResult } from './shared-state.ts'

/** Returns one limiter for each named limit, created on first use. */
export function memoizeLimiters(create: (limit: Limit) => RateLimiterAbstract): (limit: Limit) => RateLimiterAbstract {
  const limiters = new Map<string, RateLimiterAbstract>()
  return (limit) => {
    const limiter = limiters.get(limit.name) ?? create(limit)
    limiters.set(limit.name, limiter)
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
