import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress } from '../lib/network/public-address.ts'

interface OriginContext {
  config: { hive: { chain: string } }
  addresses(): { publicUrl: string }
}

/**
 * Refuses sockets of other sites' pages, which could connect from their visitors' addresses. The host that the request names does not
 * count, because the other site can choose it (DNS rebinding). Programs send no origin and are allowed.
 */
export function isOwnOrigin({ config, addresses }: OriginContext, { headers: { origin } }: IncomingMessage): boolean {
  if (origin === undefined || origin === addresses().publicUrl) return true
  if (config.hive.chain !== 'sandbox' || !URL.canParse(origin)) return false
  // The sandbox listens on this machine only, under any of its names.
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopbackAddress(host)
}
