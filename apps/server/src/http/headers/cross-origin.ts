import { endpoints } from '@waggle/contract/endpoints'
import { type EndpointName, routes } from '@waggle/contract/routes'
import type { FastifyReply } from 'fastify'

/** Calls that change something, but take no session: what a player on another site needs. */
const playerCalls: readonly string[] = ['createHlsToken', 'refreshHlsToken', 'leaveStream'] satisfies EndpointName[]
/** The first step of signing in, which only the site's own pages do in a browser. */
const signInCalls: readonly string[] = ['getChallenge'] satisfies EndpointName[]

const preflightMaxAgeSeconds = 86_400

/** Whether pages of other sites may make this call: public reads and the player's calls. Never one with a session (T14). */
export function isOpenToOtherSites(name: EndpointName): boolean {
  if (endpoints[name].auth === 'session' || signInCalls.includes(name)) return false
  return routes[name].startsWith('GET ') || playerCalls.includes(name)
}

const openRoutes = (Object.keys(routes) as EndpointName[]).filter(isOpenToOtherSites).map((name) => {
  const [method = '', path = ''] = routes[name].split(' ')
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }
})
const media = { method: 'GET', pattern: /^\/live\// }

/** Lets pages of any site read the response. Without credentials: there are no cookies, and no session is allowed to be sent. */
export function allowOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'retry-after')
}

/** Answers a preflight (Fetch standard section 4.8) where other sites may call; undefined at any other address. */
export function answerPreflight(address: string, reply: FastifyReply): FastifyReply | undefined {
  const path = address.split('?')[0] ?? ''
  const methods = [media, ...openRoutes].filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) return undefined
  return allowOtherSites(reply)
    .headers({
      'access-control-allow-methods': [...new Set(methods)].join(', '),
      'access-control-allow-headers': 'content-type, range',
      'access-control-max-age': preflightMaxAgeSeconds,
    })
    .status(204)
    .send()
}
