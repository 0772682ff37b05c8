import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit, SharedState } from '../shared-state/shared-state.ts'
import { Refusal } from './refusal.ts'

/** Enough for a company's address whose people's sessions end together. */
const wrongTokenLimit: Limit = { name: 'wrong-token', points: 300, perSeconds: 10 }

/**
 * Refuses calls with a token from addresses that sent too many wrong ones lately, where an answer needs a session: each costs a hash and
 * a question to the database. Processes count together, and each remembers by itself whom to refuse, which costs nothing.
 */
export function limitWrongTokens(app: FastifyInstance, state: SharedState, limit: Limit = wrongTokenLimit): void {
  /** Whoever was refused first stands first. */
  const refusedUntilMs = new Map<string, number>()

  app.addHook('onRequest', async (request) => {
    if (!bringsToken(request)) return
    const leftMs = (refusedUntilMs.get(request.ip) ?? 0) - performance.now()
    if (leftMs > 0) throw new Refusal('rate_limited', { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  })

  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || !bringsToken(request)) return
    // Without the store between processes nothing is counted, and the answer stays what it is.
    const result = await state.consume(limit, request.ip).catch(() => undefined)
    if (result && !result.allowed) refuse(request.ip, result.retryAfterSeconds)
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

/** To an endpoint that demands one (lib/route.ts). */
function bringsToken({ headers, routeOptions }: FastifyRequest): boolean {
  return headers.authorization !== undefined && routeOptions.schema?.security !== undefined
}
