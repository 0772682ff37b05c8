import { pagePaths } from '@waggle/contract/pages/page-addresses'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../http/refusal.ts'
import { hiveImageHost } from '../channels/avatar.ts'

/** Pages that other sites may frame. They show only public content. */
const framedPages: readonly (string | undefined)[] = [pagePaths.chat, pagePaths.embed]

/** Sets the constant headers of the site's answers in one hook; a library for headers costs more time than the routes. */
export function securityHeaders(app: FastifyInstance, config: Config): void {
  const images = config.hive.chain === 'mainnet' ? ` ${hiveImageHost}` : ''
  const advertiser = config.adUrl ? ` ${new URL(config.adUrl).origin}` : ''
  const policy = [
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
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(config.http.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  }
  const framePolicy = policy.replace("frame-ancestors 'none'", 'frame-ancestors *')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // The address of an overlay is a secret, so it is sent to no other page.
    if (request.routeOptions.url === pagePaths.overlay) reply.header('referrer-policy', 'no-referrer')
    if (framedPages.includes(request.routeOptions.url)) reply.header('content-security-policy', framePolicy)
    // Addresses end up in logs and histories (ASVS 14.2.1; rule ROLE-5). Only requests for a stream's keys carry a token there.
    const query = request.query as Record<string, unknown>
    const carriesToken = 'token' in query || 'access_token' in query
    if (carriesToken && request.url.startsWith('/api/') && !request.url.startsWith('/api/hls/key/')) {
      throw new Refusal('token_in_address')
    }
  })
}
