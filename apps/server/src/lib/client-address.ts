import type { IncomingMessage } from 'node:http'

/** The caller's address. A proxy on this machine is believed about whom it speaks for, nobody else is (as lib/http.ts does). */
export function clientAddress(request: IncomingMessage): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded.map((hop) => hop.trim()).filter(Boolean), request.socket.remoteAddress ?? 'unknown']
  return (hops.findLast((hop) => !isLoopback(hop)) ?? hops[0] ?? 'unknown').slice(0, 64)
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/.test(address)
}
