import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Says whether what a proxy at this address tells of whom it speaks for is believed. */
export type Trust = (address: string) => boolean

const thisMachine = ['127.0.0.0/8', '::1']

/** The given addresses and networks (`10.0.0.5`, `10.0.0.0/8`) are believed, and those on this machine. Throws RangeError on another text. */
export function trustProxies(proxies: readonly string[], always: readonly string[] = thisMachine): Trust {
  const trusted = new BlockList()
  for (const proxy of [...always, ...proxies]) {
    const [address = '', bits] = proxy.split('/')
    const version = isIP(address)
    const widest = version === 4 ? 32 : 128
    if (version === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest))) {
      throw new RangeError(proxy)
    }
    trusted.addSubnet(address, bits === undefined ? widest : Number(bits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** The caller's address: the last one that no trusted proxy has (as lib/http.ts has it). */
export function clientAddress(request: IncomingMessage, isTrusted: Trust): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const hops = [...forwarded.map((hop) => hop.trim()).filter(Boolean), request.socket.remoteAddress ?? 'unknown']
  return (hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? 'unknown').slice(0, 64)
}
