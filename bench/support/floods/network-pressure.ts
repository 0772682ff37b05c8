import { readFileSync } from 'node:fs'

export interface NetworkPressure {
  /** Connections that found the queue of those to be accepted full: their clients try again after a second or more. */
  overflows: number
  /** What the system holds for all TCP connections. */
  memoryMb: number
}

const pageBytes = 4096

/** What the system says of its connections: a viewer who waits for either of these waits for no server. */
export function readNetworkPressure(): NetworkPressure {
  const [names = [], values = []] = readFileSync('/proc/net/netstat', 'latin1')
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '))
  const pages = /^TCP: .* mem (\d+)$/m.exec(readFileSync('/proc/net/sockstat', 'latin1'))?.[1]
  return {
    overflows: Number(values[names.indexOf('ListenOverflows')]),
    memoryMb: (Number(pages) * pageBytes) / 1e6,
  }
}
