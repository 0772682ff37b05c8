import type { FastifyRequest } from 'fastify'
import { addressGroup } from '../../lib/network/address-group.ts'
import type { Limit, SharedState } from '../../shared-state/shared-state.ts'
import { Refusal } from '../refusal.ts'

interface LimitContext {
  state: Pick<SharedState, 'consume'>
}

/** Counts a call against a rate limit. Throws the refusal `rate_limited` when the limit is used up. */
export async function limitCalls(context: LimitContext, limit: Limit, key: string): Promise<void> {
  const result = await context.state.consume(limit, key)
  if (!result.allowed) throw new Refusal('rate_limited', { retryAfterSeconds: result.retryAfterSeconds })
}

/** The same for the client's address, with those that one customer owns counted as one. */
export async function limitCallsByAddress(context: LimitContext, limit: Limit, request: FastifyRequest): Promise<void> {
  await limitCalls(context, limit, addressGroup(request.ip))
}

/** Allows `burst`, and beyond it a few calls all the time, so that a crowd behind one address gets through soon. */
export interface BurstLimit {
  burst: Limit
  refill: Limit
}

/** Counts a call of the client's address. The refusal says when the next one is allowed, which is soon. */
export async function limitBurstsByAddress(
  context: LimitContext,
  { burst, refill }: BurstLimit,
  request: FastifyRequest,
): Promise<void> {
  const address = addressGroup(request.ip)
  const { allowed } = await context.state.consume(burst, address)
  if (!allowed) await limitCalls(context, refill, address)
}
