import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { FastifyReply, onRequestHookHandler } from 'fastify'
import { allowedMethods } from '../allowed-methods.ts'

/** Calls that change something, but take no session: what a player on another site needs. */
const playerCalls: readonly string[] = [
  'createHlsToken',
  'waitForPlace',
  'refreshHlsToken',
  'leaveStream',
] satisfies EndpointName[]
/** The first step of signing in, which only the site's own pages do in a browser. */
const signInCalls: readonly string[] = ['getChallenge'] satisfies EndpointName[]

const preflightMaxAgeSeconds = 86_400
/** When to try again, and the time of the server: the clock of the caller may be off (T26). */
const exposedHeaders = 'retry-after, date, x-waggle-guard'

/** Whether pages of other sites may make this call: public reads and the player's calls. Never one with a session (T14). */
export function isOpenToOtherSites(name: EndpointName): boolean {
  if (endpoints[name].auth === 'session' || signInCalls.includes(name)) return false
  return routes[name].startsWith('GET ') || playerCalls.includes(name)
}

const openRoutes = (Object.keys(routes) as EndpointName[]).filter(isOpenToOtherSites).map((name) => {
  const [method = '', path = ''] = routes[name].split(' ')
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }
})
const media = { method: 'GET', pattern: /^\/(live|recordings)\// }

/** Lets pages of any site read the response. Without credentials: there are no cookies, and no session is allowed to be sent. */
export function allowOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposedHeaders)
}

/**
 * Returns the hook that answers preflights (Fetch standard section 4.8): where other sites may call, and for the site's own pages, which
 * may make every call. They are at `publicUrl`, and its servers may have other origins (rule OPS-5). The session travels in a header,
 * which no other site's page has.
 */
export function answerOtherOrigins(publicUrl: string): onRequestHookHandler {
  return (request, reply, done) => {
    const isOwnPage = request.headers.origin === publicUrl && request.url.startsWith('/api/')
    // Before any other hook can refuse the call: the page must be able to read a refusal.
    if (isOwnPage) allowOwnPages(reply, publicUrl)
    const allowed = request.method === 'OPTIONS' ? allowedIn(request.url, isOwnPage) : undefined
    if (!allowed) return done()
    if (!isOwnPage) allowOtherSites(reply)
    reply
      .headers({
        'access-control-allow-methods': allowed.methods.join(', '),
        'access-control-allow-headers': allowed.headers,
        'access-control-max-age': preflightMaxAgeSeconds,
      })
      .status(204)
      .send()
  }
}

function allowOwnPages(reply: FastifyReply, publicUrl: string): void {
  reply.headers({
    'access-control-allow-origin': publicUrl,
    'access-control-expose-headers': exposedHeaders,
    vary: 'origin',
  })
}

function allowedIn(address: string, isOwnPage: boolean): { methods: string[]; headers: string } | undefined {
  const path = address.split('?')[0] ?? ''
  const open = [media, ...openRoutes].filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  const methods = [...new Set(isOwnPage ? allowedMethods(address) : open)]
  if (methods.length === 0) return undefined
  return { methods, headers: isOwnPage ? 'content-type, authorization' : 'content-type, range' }
}
