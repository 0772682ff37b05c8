import { isIPv4, isIPv6 } from 'node:net'

const mappedPrefix = '0:0:0:0:0:ffff:'

/**
 * The unit in which addresses are counted (rule LIMIT-3): an IPv4 address itself, also when it is written as IPv6
 * (RFC 4291 section 2.5.5.2), and the /64 of an IPv6 address, because one customer owns all of it (RFC 6177).
 */
export function addressGroup(address: string): string {
  const withoutZone = address.split('%', 1)[0] ?? ''
  if (!isIPv6(withoutZone)) return address
  const hextets = toHextets(withoutZone)
  if (hextets.join(':').startsWith(mappedPrefix)) {
    return hextets.slice(6).flatMap(toBytes).join('.')
  }
  return `${hextets.slice(0, 4).join(':')}::/64`
}

/**
 * The network around an address: the /24 of an IPv4 address, the /48 of an IPv6 address (rule PRIVACY-4). It says where somebody is
 * roughly, and not who. Takes an address or its group.
 */
export function addressNetwork(address: string): string {
  const group = addressGroup(address.replace('/64', ''))
  if (isIPv4(group)) return `${group.split('.').slice(0, 3).join('.')}.0/24`
  return group.endsWith('::/64') ? `${group.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

/** The eight groups of an IPv6 address, in lower-case hexadecimal digits without leading zeros. */
function toHextets(address: string): string[] {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean).flatMap(readGroup)
  const tail = (after ?? '').split(':').filter(Boolean).flatMap(readGroup)
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

/** One hextet, or two for the dotted IPv4 address that may stand at the end. */
function readGroup(text: string): string[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16).toString(16)]
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [a * 256 + b, c * 256 + d].map((value) => value.toString(16))
}

function toBytes(hextet: string): number[] {
  const value = Number.parseInt(hextet, 16)
  return [value >> 8, value & 255]
}
