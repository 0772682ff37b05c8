import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../../lib/network/address-group.ts'
import type { Limit, SharedState } from '../../shared-state/shared-state.ts'
import { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by route.ts. */
    requiresSession?: boolean
  }
}

/** Enough for one address shared by a company, where many sessions end at the same time. */
const wrongTokenLimit: Limit = { name: 'wrong-token', points: 300, perSeconds: 10 }

/**
 * Refuses calls with a token, to endpoints that require a session, from addresses that sent too many wrong tokens recently: checking
 * each costs a hash and a database query. The count is shared by all processes; each process caches the refused addresses, so that
 * refusing costs nothing.
 */
export function limitWrongTokens(app: FastifyInstance, state: SharedState, limit: Limit = wrongTokenLimit): void {
  /** In the order of refusal, the oldest first. */
  const refusedUntilMs = new Map<string, number>()

  app.addHook('onRequest', async (request) => {
    if (!carriesSessionToken(request)) return
    const leftMs = (refusedUntilMs.get(addressGroup(request.ip)) ?? 0) - performance.now()
    if (leftMs > 0) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  })

  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || !carriesSessionToken(request)) return
    // Without the shared store nothing is counted, and the answer stays 401.
    const address = addressGroup(request.ip)
    const result = await state.consume(limit, address).catch(() => undefined)
    if (result && !result.allowed) refuse(address, result.retryAfterSeconds)
  })

  function refuse(address: string, seconds: number): void {
    const nowMs = performance.now()
    refusedUntilMs.delete(address)
    refusedUntilMs.set(address, nowMs + seconds * 1000)
    for (const [first, untilMs] of refusedUntilMs) {
      if (untilMs > nowMs) break
      refusedUntilMs.delete(first)
    }
  }
}

function carriesSessionToken({ headers, routeOptions }: FastifyRequest): boolean {
  return headers.authorization !== undefined && routeOptions.config.requiresSession === true
}
