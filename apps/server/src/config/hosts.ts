import { networkInterfaces } from 'node:os'

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether a listener on this host listens on every address of the machine. */
export function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

export function hostInUrl(host: string): string {
  if (isAnyAddress(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The machine's first address that other machines can reach. */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
