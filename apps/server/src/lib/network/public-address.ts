import { BlockList, isIP } from 'node:net'

/** Addresses that no host on the internet has: IANA's special-purpose registries (RFC 6890 and later), and multicast. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // A public-looking address at which virtual machines in Azure reach their platform.
  '168.63.129.16/32',
]
/** The only IPv6 addresses assigned to hosts (RFC 4291 section 2.4). Mapped, local and translated addresses are outside this range. */
const globalIpv6 = '2000::/3'
/** Ranges inside it that are not hosts: tunnels, which contain an IPv4 address of the sender's choice, documentation, benchmarks. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const specialIpv4List = listOf(specialIpv4, 'ipv4')
const globalIpv6List = listOf([globalIpv6], 'ipv6')
const specialIpv6List = listOf(specialIpv6, 'ipv6')

/** Whether an IP address is on the public internet, and not one of this machine, its network, or its cloud's metadata service. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !specialIpv4List.check(address, 'ipv4')
  // An address with a zone, such as fe80::1%eth0, is always local.
  if (version !== 6 || address.includes('%')) return false
  return globalIpv6List.check(address, 'ipv6') && !specialIpv6List.check(address, 'ipv6')
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function listOf(networks: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
