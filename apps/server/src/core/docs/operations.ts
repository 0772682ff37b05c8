import { type Endpoint, endpoints } from '@waggle/contract/endpoints'
import { type ErrorCode, errors } from '@waggle/contract/errors'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { z } from 'zod'
import { isOpenToOtherSites } from '../../http/headers/cross-origin.ts'
import { accountLimitOf } from '../../http/limits/account-limits.ts'
import type { createJsonSchemas, JsonSchema } from './json-schemas.ts'
import { refusalBody } from './schema-names.ts'

type Convert = ReturnType<typeof createJsonSchemas>['convert']

/** The calls of the contract as OpenAPI paths. */
export function describeOperations(convert: Convert): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of Object.keys(routes) as EndpointName[]) {
    const [method = '', route = ''] = routes[name].split(' ')
    const path = route.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, convert) }
  }
  return paths
}

/** The groups of calls: the second part of their paths. */
export function tagOf(name: EndpointName): string {
  return routes[name].split('/')[2] ?? ''
}

function operation(name: EndpointName, convert: Convert): object {
  const endpoint: Endpoint = endpoints[name]
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(name, endpoint),
    tags: [tagOf(name)],
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn('path', endpoint.params, convert),
      ...parametersIn('query', queryOf(endpoint), convert),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: convert(endpoint.body, 'input') } } },
    }),
    responses: {
      200: success(endpoint, convert),
      ...refusals(endpoint, convert),
      default: refusal('A refusal that any call can meet: too many calls, or a fault of the server.', convert),
    },
  }
}

function describe(name: EndpointName, { auth, cache }: Endpoint): string {
  const caller = {
    none: 'Needs no session.',
    session: 'Needs a session.',
    'hls-token': 'Needs a token of the stream.',
  }[auth]
  const limit = accountLimitOf(name)
  const seconds = /max-age=(\d+)/.exec(cache ?? '')?.[1]
  return [
    caller,
    isOpenToOtherSites(name) && 'Pages of any site may call it.',
    limit && `An account may call it ${limit.points} times in ${limit.perSeconds} seconds.`,
    seconds && `The answer may be cached for ${seconds} seconds.`,
    cache === 'no-store' && 'The answer is not cached.',
  ]
    .filter(Boolean)
    .join(' ')
}

function securityOf({ auth }: Endpoint): object[] {
  if (auth === 'none') return []
  return [auth === 'session' ? { session: [] } : { hlsToken: [] }]
}

/** Without the token, which is the security of the call. */
function queryOf({ auth, query }: Endpoint): z.ZodObject | undefined {
  return auth === 'hls-token' ? query?.omit({ token: true }) : query
}

function parametersIn(place: 'path' | 'query', schemas: z.ZodObject | undefined, convert: Convert): object[] {
  return Object.entries(schemas?.shape ?? {}).map(([name, schema]) => {
    const { description = parameterTexts[name], ...converted } = convert(schema as z.ZodType, 'input')
    const isRequired = place === 'path' || !z.safeParse(schema as z.ZodType, undefined).success
    return { name, in: place, required: isRequired, description, schema: converted }
  })
}

/** What parameters mean that have no text of their own in the contract. */
const parameterTexts: Readonly<Record<string, string>> = {
  username: "The account's name",
  channel: "The channel, by its account's name",
  streamId: 'The stream, by its id in the stream info',
  follower: 'The Hive account that may follow the channel',
  clipId: 'The clip, by its id',
  keyNumber: 'The number of the key, as the playlist has it',
  messageId: 'The message',
  entryId: 'The entry of the log of moderation',
  webhookId: 'The webhook',
  sessionId: 'The session, by its id in the list',
  permlink: 'The address of the post on the chain',
  voter: 'The account whose vote the answer contains',
  limit: 'How many entries at most',
  before: 'Only entries older than this',
  days: 'How many days',
  type: 'How the channel is named: only by its Hive account',
  purpose: 'What the signature is for',
  preview: 'That the player shows a preview without sound',
  maxwidth: 'The greatest width in pixels',
  maxheight: 'The greatest height in pixels',
  format: 'The format of the answer: only json',
}

function success({ summary, response }: Endpoint, convert: Convert): object {
  const content =
    typeof response === 'string'
      ? { [response]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: convert(response, 'output') } }
  return { description: summary, content }
}

/** Every status with which the call may be refused, and its codes with their sentences. */
function refusals(endpoint: Endpoint, convert: Convert): Record<number, object> {
  const codes = new Set<ErrorCode>(endpoint.auth === 'session' ? [...endpoint.errors, 'rate_limited'] : endpoint.errors)
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => {
      const sentences = alike.map((code) => `- \`${code}\`: ${errors[code].message}`)
      return [status, { ...refusal(sentences.join('\n'), convert), ...(status === 429 && { headers: retryAfter }) }]
    }),
  )
}

const retryAfter = {
  'Retry-After': { description: 'In how many seconds to try again', schema: { type: 'integer' } },
}

function refusal(description: string, convert: Convert): { description: string; content: Record<string, JsonSchema> } {
  return { description, content: { 'application/json': { schema: convert(refusalBody, 'output') } } }
}
