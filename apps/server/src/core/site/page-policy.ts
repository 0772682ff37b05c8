import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { hiveImageHost } from '../channels/avatar.ts'
import type { BuiltAddresses } from './built-addresses.ts'

/** Pages that other sites may frame. They show only public content. */
const framedPages: readonly (string | undefined)[] = [pagePaths.chat, pagePaths.embed]

/** Gives the pages and files of this scope the policy that lets the web app run (T12), in place of the policy of data. */
export function setPagePolicy(app: FastifyInstance, config: Config, servers: BuiltAddresses): void {
  const policy = pagePolicy(config, servers)
  const framePolicy = policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    reply.header('content-security-policy', framedPages.includes(routeOptions.url) ? framePolicy : policy)
    // The address of an overlay is a secret, so it is sent to no other page.
    if (routeOptions.url === pagePaths.overlay) reply.header('referrer-policy', 'no-referrer')
  })
}

/**
 * Scripts are files of the site: the page has none inside it that would run. Servers with other origins than the page are named: the
 * core server also has the house advertisement and, in the sandbox, the pictures of accounts.
 */
function pagePolicy(config: Config, { api, hls, chat }: BuiltAddresses): string {
  const accountPictures = config.hive.chain === 'mainnet' ? hiveImageHost : api
  const advertiser = config.adUrl ? new URL(config.adUrl).origin : api
  // A source of http or https does not match the scheme of sockets.
  const sockets = [chat, hls].map((server) => server.replace(/^http/, 'ws'))
  const relay = config.moqRelay === undefined ? [] : relayOrigins(config.moqRelay.playerUrl)
  const recordings = config.recordings === 'off' ? undefined : config.recordings.publicUrl
  const recorded = recordings === undefined ? '' : new URL(recordings).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    sources("img-src 'self' data: blob:", accountPictures, hls),
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
