import { BlockList, isIP } from 'node:net'

/** Whether the proxy at this address is believed about the client it forwards for. */
export type IsTrustedProxy = (address: string) => boolean

const loopback = ['127.0.0.0/8', '::1']

/**
 * Trusts the given addresses and networks (`10.0.0.5`, `10.0.0.0/8`) and `always`, which is this machine. Throws RangeError on any
 * other text.
 */
export function trustProxies(proxies: readonly string[], always: readonly string[] = loopback): IsTrustedProxy {
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
