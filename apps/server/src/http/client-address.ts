import type { IncomingMessage } from 'node:http'
import type { IsTrustedProxy } from '../lib/network/trusted-proxies.ts'

/**
 * The client's address, for requests that do not pass the framework: the last hop that is no trusted proxy. The framework's
 * `trustProxy` (http.ts) decides the same.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrustedProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded.map((hop) => hop.trim()).filter(Boolean), request.socket.remoteAddress ?? 'unknown']
  return (hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? 'unknown').slice(0, 64)
}
