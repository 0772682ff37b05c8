import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../http/refusal.ts'

/**
 * Refuses calls with a token in the address, because addresses end up in logs and histories (ASVS 14.2.1; rule ROLE-5). Only requests
 * for a stream's keys carry one there.
 */
export function refuseTokenAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const query = request.query as Record<string, unknown>
    const carriesToken = 'token' in query || 'access_token' in query
    if (carriesToken && request.url.startsWith('/api/') && !request.url.startsWith('/api/hls/key/')) {
      throw new Refusal('token_in_address')
    }
  })
}
