import type { Readable } from 'node:stream'
import { type Answer, type Body, type Endpoint, endpoints, type Params, type Query } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionRow } from '../db/accounts/sessions.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { setCacheControl } from './cache-control.ts'
import { allowOtherSites, isOpenToOtherSites } from './headers/cross-origin.ts'
import { accountLimitOf } from './limits/account-limits.ts'
import { limitCalls } from './limits/limit-calls.ts'
import { refusalOf } from './operating/measure-refusal.ts'
import type { SiteMeasures } from './operating/site-measures.ts'
import { Refusal } from './refusal.ts'
import type { SessionKeys } from './sessions/session-keys.ts'
import { requireSessionOf, type SessionContext } from './sessions/sessions.ts'

/** What a handler receives: input parsed by the contract's schemas, and the session where the contract requires one. */
export interface Call<Name extends EndpointName> {
  params: Params<Name>
  query: Query<Name>
  body: Body<Name>
  session: SessionRow | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer of bytes that does not have to be in memory at once. */
type Streamed<Name extends EndpointName> = Answer<Name> extends Uint8Array ? Readable : never

type SessionCall<Name extends EndpointName> = Call<Name> & { session: SessionRow }

interface RouteContext extends SessionContext {
  state: Pick<SharedState, 'consume'>
  sessionKeys: SessionKeys
  measures: Pick<SiteMeasures, 'find'>
}

/** What a suspended account may still do: see and end its sessions, have its data, and appeal. */
const allowedWhileSuspended = new Set<EndpointName>([
  'verifySession',
  'enterSite',
  'endSession',
  'endOtherSessions',
  'downloadStoredData',
  'deleteStoredData',
  'appeal',
])

/** What publishes a text that others read, besides chat messages (rule OPERATE-3). */
const textCalls = new Set<EndpointName>([
  'updateMyChannel',
  'updateStreamSettings',
  'updatePanels',
  'updateSchedule',
  'updateReplay',
  'beginChapter',
  'saveChapters',
  'createClip',
  'updateAnnouncements',
  'draftAnnouncement',
  'announceInChat',
])

/** Serves one endpoint of the contract. */
export function route<Name extends EndpointName>(
  app: FastifyInstance,
  context: RouteContext,
  name: Name,
  handler: (call: SessionCall<Name>) => Promise<Answer<Name> | Streamed<Name>>,
): void {
  const [method, url] = routes[name].split(' ') as [string, string]
  const endpoint: Endpoint = endpoints[name]
  const limit = accountLimitOf(name)
  const isOpen = isOpenToOtherSites(name)
  app.route({
    method,
    url,
    ...(endpoint.bodyMaxBytes && { bodyLimit: endpoint.bodyMaxBytes }),
    config: { requiresSession: endpoint.auth === 'session' },
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { ...(typeof endpoint.response !== 'string' && { 200: endpoint.response }) },
    },
    // A call without a session, or beyond its account's limit, is refused before its body is read. So is one that changes something
    // in the name of an account that has dropped the session's key (rule AUTH-24).
    onRequest: async (request, reply) => {
      if (isOpen) allowOtherSites(reply)
      if (endpoint.auth !== 'session') return
      const session = await requireSessionOf(context, request)
      if (!limit) return
      await limitCalls(context, limit, session.username)
      const suspension = allowedWhileSuspended.has(name)
        ? undefined
        : context.measures.find(session.username, 'account')
      if (suspension) throw refusalOf('account_suspended', suspension)
      const silence = textCalls.has(name) ? context.measures.find(session.username, 'texts') : undefined
      if (silence) throw refusalOf('account_silenced', silence)
      if (!(await context.sessionKeys.isValid(session))) throw new Refusal('session_invalid')
    },
    handler: async (request, reply) => {
      if (endpoint.cache) setCacheControl(reply, endpoint.cache)
      const session = endpoint.auth === 'session' ? await requireSessionOf(context, request) : undefined
      const { params, query, body } = request
      return handler({ params, query, body, session, request, reply } as SessionCall<Name>)
    },
  })
}
