import type { IncomingMessage } from 'node:http'
import { hmacSha256, isSame } from '../../lib/secrets.ts'

/** Marks a request of another process of the site, which its receiver must not forward again. */
export const proxyHeader = 'x-waggle-proxy'
/** An edge shows its secret here when it fetches something. What it sends on, it reports itself. */
const edgeHeader = 'x-waggle-edge'

/** What the processes of the site show each other in `proxyHeader`: their calls are nobody's share. */
export function ownProcessMark(secret: Uint8Array): string {
  return hmacSha256(secret, 'own process').toString('base64url')
}

export function isOwnProcess({ headers }: IncomingMessage, mark: string): boolean {
  const shown = headers[proxyHeader]
  return shown !== undefined && isSame(String(shown), mark)
}

export function isEdge({ headers }: IncomingMessage, secret: string | undefined): boolean {
  const shown = headers[edgeHeader]
  return shown !== undefined && secret !== undefined && isSame(String(shown), secret)
}
