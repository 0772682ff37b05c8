import type { Answer, SentBody, SentParams, SentQuery } from '@waggle/contract/endpoints'
import type { ErrorCode } from '@waggle/contract/errors'
import { type EndpointName, routes } from '@waggle/contract/routes'
import { refusalText } from '../../texts/contract/errors.ts'
import { type SiteClock, siteClock } from '../clock/site-clock.ts'
import { type ServerAddresses, serverAddresses, serverOf } from '../server-addresses.ts'
import { ApiError } from './api-error.ts'
import { reportClosed } from './closed-site.ts'
import { NetworkError } from './network-error.ts'
import { placeAnswer } from './placed-answer.ts'
import { sendCall } from './sent-call.ts'

const defaultTimeoutMs = 15_000

type Part<Key extends string, Value> = undefined extends Value ? { [K in Key]?: undefined } : { [K in Key]: Value }

/** Typed by the contract: `params` and `body` are required exactly where the endpoint has them. */
type CallOptions<Name extends EndpointName> = Part<'params', SentParams<Name>> &
  Part<'body', SentBody<Name>> & { query?: SentQuery<Name> } & {
    /** The session's token. It is sent only in the Authorization header. */
    token?: string
    signal?: AbortSignal
    timeoutMs?: number
    /** The call outlives the page. */
    keepalive?: boolean
  }

type Arguments<Name extends EndpointName> =
  Record<never, never> extends CallOptions<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

export type Api = <Name extends EndpointName>(name: Name, ...rest: Arguments<Name>) => Promise<Answer<Name>>

interface UntypedOptions {
  params?: Record<string, string> | undefined
  query?: Record<string, string | undefined> | undefined
  body?: unknown
  token?: string
  signal?: AbortSignal
  timeoutMs?: number
  keepalive?: boolean
}

/**
 * Throws `ApiError` when the server refuses, `NetworkError` when it cannot be reached or stays silent for `timeoutMs`.
 * An abort by the caller rejects with the caller's reason.
 */
export function createApi(
  send: typeof sendCall,
  servers: ServerAddresses = serverAddresses,
  clock: Pick<SiteClock, 'learn'> = siteClock,
): Api {
  return async (name, ...rest) => {
    const options = (rest[0] ?? {}) as UntypedOptions
    const [method, template] = routes[name].split(' ') as [string, string]
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (options.token !== undefined) headers.Authorization = `Bearer ${options.token}`
    if (options.body !== undefined) headers['Content-Type'] = 'application/json'
    const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
    try {
      const response = await send(serverOf(template, servers) + address(template, options), {
        method,
        headers,
        // The cookie that opens a private site. Calls are made with the token alone.
        credentials: 'same-origin',
        ...(options.keepalive && { keepalive: true }),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      })
      clock.learn(response.headers.get('date'))
      if (!response.ok) throw refusal(name, response, await response.json().catch(() => undefined))
      const isBytes = /^(text\/csv|application\/octet-stream)/.test(response.headers.get('content-type') ?? '')
      const answer = isBytes ? new Uint8Array(await response.arrayBuffer()) : await response.json()
      // An answer with `success` says in that field how it went, whatever its status (rule API-2).
      if (answer?.success === false) throw refusal(name, response, answer)
      return placeAnswer(name, answer as Answer<typeof name>, servers)
    } catch (error) {
      if (error instanceof ApiError) reportClosed(error.code)
      if (error instanceof ApiError || options.signal?.aborted) throw error
      throw new NetworkError(name, error)
    }
  }
}

export const api: Api = createApi(sendCall)

function address(template: string, { params, query }: UntypedOptions): string {
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, value)
  return search.size === 0 ? path : `${path}?${search}`
}

function refusal(endpoint: EndpointName, response: Response, body: unknown): ApiError {
  const { code, message, error, problems } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  // The list of codes is not part of the page's scripts, so a name in the form of one counts.
  const known = typeof code === 'string' && /^[a-z0-9_]{1,60}$/.test(code) ? (code as ErrorCode) : undefined
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  // Ours are equal. Others put the name of the status into `error`, as 'Bad Gateway'; in a sign-in it is the sentence (rule AUTH-8).
  const sentence = (endpoint === 'signIn' ? [error, message] : [message, error]).find(isText)
  return new ApiError(
    response.status,
    known,
    sentence && refusalText(known, sentence),
    retryAfterSeconds(response),
    Array.isArray(problems) ? problems : [],
  )
}

/** RFC 9110 section 10.2.3, in its form of seconds. */
function retryAfterSeconds(response: Response): number | undefined {
  const value = response.headers.get('retry-after')
  return value !== null && /^\d{1,7}$/.test(value) ? Number(value) : undefined
}
