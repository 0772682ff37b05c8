import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { hiveImageHost } from '../channels/avatar.ts'

/** Pages that other sites may frame. They show only public content. */
const framedPages: readonly (string | undefined)[] = [pagePaths.chat, pagePaths.embed]

/** Gives the pages and files of this scope the policy that lets the web app run (T12), in place of the policy of data. */
export function setPagePolicy(app: FastifyInstance, config: Config): void {
  const policy = pagePolicy(config)
  const framePolicy = policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    reply.header('content-security-policy', framedPages.includes(routeOptions.url) ? framePolicy : policy)
    // The address of an overlay is a secret, so it is sent to no other page.
    if (routeOptions.url === pagePaths.overlay) reply.header('referrer-policy', 'no-referrer')
  })
}

/** Scripts are files of the site: the page has none inside it that would run. */
function pagePolicy(config: Config): string {
  const images = config.hive.chain === 'mainnet' ? ` ${hiveImageHost}` : ''
  const advertiser = config.adUrl ? ` ${new URL(config.adUrl).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    `img-src 'self' data: blob:${images}`,
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self'${advertiser}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
