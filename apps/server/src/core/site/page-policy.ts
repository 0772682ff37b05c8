import { entrancePath } from '@waggle/contract/admission/entrance'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import { hiveImageHost } from '../channels/avatar.ts'
import type { CoreContext } from '../context.ts'
import type { BuiltAddresses } from './built-addresses.ts'
import { adUrlOf } from './site.ts'

type PolicyContext = Pick<CoreContext, 'config' | 'settings'>

/** Pages that other sites may frame. They show only public content. */
const framedPages: readonly (string | undefined)[] = [pagePaths.chat, pagePaths.embed]

/** Gives the pages and files of this scope the policy that lets the web app run (T12), in place of the policy of data. */
export function setPagePolicy(
  app: FastifyInstance,
  context: PolicyContext,
  servers: BuiltAddresses,
  inlineSources: readonly string[],
): void {
  let policy = pagePolicy(context, servers, { inlineSources })
  const entrancePolicy = pagePolicy(context, servers, { isBare: true })
  // Operators choose in the page which advertiser is framed.
  context.settings.onChange(() => {
    policy = pagePolicy(context, servers, { inlineSources })
  })
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (routeOptions.url === entrancePath) return void reply.header('content-security-policy', entrancePolicy)
    const isFramed = framedPages.includes(routeOptions.url)
    const sent = isFramed ? policy.replace("frame-ancestors 'none'", 'frame-ancestors *') : policy
    reply.header('content-security-policy', sent)
    // The address of an overlay is a secret, so it is sent to no other page.
    if (routeOptions.url === pagePaths.overlay) reply.header('referrer-policy', 'no-referrer')
  })
}

/**
 * Scripts are files of the site. Inside the page only those run whose texts the policy names by their hashes. Servers with other origins than the page are named: the
 * core server also has the house advertisement and, in the sandbox, the pictures of accounts. The bare page for strangers
 * (rule MEMBER-2) does not name the advertiser.
 */
function pagePolicy(
  context: PolicyContext,
  { api, hls, chat }: BuiltAddresses,
  { isBare = false, inlineSources = [] }: { isBare?: boolean; inlineSources?: readonly string[] } = {},
): string {
  const { config } = context
  const accountPictures = config.hive.chain === 'mainnet' ? hiveImageHost : api
  const advertisement = isBare ? null : adUrlOf(context)
  // A path is that of the house advertisement.
  const advertiser = advertisement && URL.canParse(advertisement) ? new URL(advertisement).origin : api
  // A source of http or https does not match the scheme of sockets.
  const sockets = [chat, hls].map((server) => server.replace(/^http/, 'ws'))
  const relay = config.moqRelay === undefined ? [] : relayOrigins(config.moqRelay.playerUrl)
  const recordings = config.recordings === 'off' ? undefined : config.recordings.publicUrl
  const recorded = recordings === undefined ? '' : new URL(recordings).origin
  return [
    "default-src 'none'",
    sources("script-src 'self'", ...inlineSources),
    "worker-src 'self' blob:",
    "style-src 'self'",
    sources("img-src 'self' data: blob:", accountPictures, api, hls),
    sources("media-src 'self' blob:", hls, recorded),
    sources("connect-src 'self'", api, hls, chat, recorded, ...sockets, ...relay, ...config.edges),
    "font-src 'self'",
    "manifest-src 'self'",
    sources("frame-src 'self'", advertiser),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** A player connects to a relay by WebTransport, whose scheme is https, or by WebSocket. */
function relayOrigins(url: string): string[] {
  const { origin } = new URL(url)
  return [origin, origin.replace(/^http/, 'ws')]
}

/** The directive with these sources added, each once; an empty one is the page's own origin. */
function sources(directive: string, ...origins: string[]): string {
  return [directive, ...new Set(origins.filter(Boolean))].join(' ')
}
