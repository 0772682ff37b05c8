import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'redis:': '6379',
  'rediss:': '6379',
}

/** Records where a Node process and its threads connect to. The process must be started with `flags` and `env`. */
export function recordOutbound() {
  const file = join(tmpdir(), `waggle-outbound-${randomUUID()}`)
  return {
    flags: [`--import=${pathToFileURL(join(import.meta.dirname, 'outbound-spy.ts'))}`],
    env: { OUTBOUND_LOG: file },
    /** The distinct destinations so far, as `host:port` or as the path of a socket. */
    async destinations(): Promise<string[]> {
      const text = await readFile(file, 'utf8').catch(() => '')
      return [...new Set(text.split('\n').filter(Boolean))]
    },
    remove: () => rm(file, { force: true }),
  }
}

/** Throws when a destination is not the host and port of one of `addresses`. Applies to loopback too. [T10] */
export function requireOnlyConfigured(destinations: readonly string[], addresses: readonly string[]): void {
  const configured = new Set(
    addresses.map((address) => {
      const { protocol, hostname, port } = new URL(address)
      return `${hostname}:${port || defaultPorts[protocol]}`
    }),
  )
  const others = destinations.filter((destination) => !configured.has(destination))
  if (others.length > 0)
    throw new Error(`the server connected to addresses that it is not configured for: ${others.join(', ')}`)
}
