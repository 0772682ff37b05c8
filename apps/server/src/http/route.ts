import { type Answer, type Body, type Endpoint, endpoints, type Params, type Query } from '@waggle/contract/endpoints'
import { errors } from '@waggle/contract/errors'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SessionRow } from '../db/accounts/sessions.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { setCacheControl } from './cache-control.ts'
import { allowOtherSites, isOpenToOtherSites } from './headers/cross-origin.ts'
import { accountLimitOf } from './limits/account-limits.ts'
import { limitCalls } from './limits/limit-calls.ts'
import { requireSessionOf, type SessionContext } from './sessions.ts'

/** What a handler receives: input parsed by the contract's schemas, and the session where the contract requires one. */
export interface Call<Name extends EndpointName> {
  params: Params<Name>
  query: Query<Name>
  body: Body<Name>
  session: SessionRow | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type SessionCall<Name extends EndpointName> = Call<Name> & { session: SessionRow }

const errorBody = z.object({ code: z.string(), error: z.string(), message: z.string() })

interface RouteContext extends SessionContext {
  state: Pick<SharedState, 'consume'>
}

/** Serves one endpoint of the contract. */
export function route<Name extends EndpointName>(
  app: FastifyInstance,
  context: RouteContext,
  name: Name,
  handler: (call: SessionCall<Name>) => Promise<Answer<Name>>,
): void {
  const [method, url] = routes[name].split(' ') as [string, string]
  const endpoint: Endpoint = endpoints[name]
  const limit = accountLimitOf(name)
  const isOpen = isOpenToOtherSites(name)
  app.route({
    method,
    url,
    schema: {
      operationId: name,
      summary: endpoint.summary,
      tags: [url.split('/')[2] ?? 'site'],
      ...(endpoint.auth === 'session' && { security: [{ session: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { ...(endpoint.response !== 'bytes' && { 200: endpoint.response }), ...errorResponses(endpoint) },
    },
    // A call without a session, or beyond its account's limit, is refused before its body is read.
    onRequest: async (request, reply) => {
      if (isOpen) allowOtherSites(reply)
      if (endpoint.auth !== 'session') return
      const { username } = await requireSessionOf(context, request)
      if (limit) await limitCalls(context, limit, username)
    },
    handler: async (request, reply) => {
      if (endpoint.cache) setCacheControl(reply, endpoint.cache)
      const session = endpoint.auth === 'session' ? await requireSessionOf(context, request) : undefined
      const { params, query, body } = request
      return handler({ params, query, body, session, request, reply } as SessionCall<Name>)
    },
  })
}

/** Every endpoint with a session may answer `rate_limited`: wrong tokens and calls that write are limited (limits/). */
function errorResponses(endpoint: Endpoint): Record<number, z.ZodType> {
  const codes = endpoint.auth === 'session' ? [...endpoint.errors, 'rate_limited' as const] : endpoint.errors
  const statuses = codes.map((code) => errors[code].status)
  return Object.fromEntries(statuses.map((status) => [status, errorBody]))
}
