import type { IncomingMessage } from 'node:http'
import { type EndpointName, routes } from '@waggle/contract/routes'

/** What a stranger needs in order to log in, and whoever has logged in to come in (rule MEMBER-2). */
const entranceCalls = [
  'getChallenge',
  'signIn',
  'verifySession',
  'signOut',
  'enterSite',
  'acceptInvitation',
] as const satisfies EndpointName[]

const openCalls: ReadonlySet<string> = new Set(entranceCalls.map((name) => routes[name]))

/** Files that are the same at every site of this program. */
const programFiles: ReadonlySet<string> = new Set([
  '/theme.js',
  '/script-watch.js',
  '/player-files.js',
  '/favicon.svg',
  '/apple-touch-icon.png',
])
/** Neither slashes nor `%`: nothing but the name of a file in this folder. */
const asset = /^\/assets\/[\w-][\w.-]*$/
/** The colours are in the address, so the answer says nothing that its caller does not know. */
const theme = /^\/site-theme\/[0-9a-f]{6}-[0-9a-f]{6}\.css$/
const health: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/robots.txt'])
/** The chain of a sandbox, with which the site's own server and wallet work. Its accounts' pictures are drawn from their names. */
const sandboxChain = /^\/(sandbox\/hive(\/health)?|u\/[a-z0-9.-]{3,16}\/avatar(\/\w+)?)$/

export interface OpenRequest {
  /** Caches may keep the answer. */
  isProgramFile: boolean
}

/**
 * What a private site answers to everybody; undefined for everything else, also for addresses that are written in another way. The
 * list is short and exact: whatever is added to the site is closed.
 */
export function findOpenRequest(
  { method = '', url = '' }: IncomingMessage,
  isSandbox: boolean,
): OpenRequest | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (openCalls.has(`${method} ${path}`)) return { isProgramFile: false }
  if (isSandbox && sandboxChain.test(path)) return { isProgramFile: false }
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (health.has(path)) return { isProgramFile: false }
  return programFiles.has(path) || asset.test(path) || theme.test(path) ? { isProgramFile: true } : undefined
}
