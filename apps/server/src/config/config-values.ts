import { ConfigError } from '../lib/config-error.ts'

export type Env = Record<string, string | undefined>

export function readPort(env: Env, name: string): number | undefined {
  const value = env[name]
  if (!value) return undefined
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535)
    throw new ConfigError(`${name} is '${value}': use a port from 0 to 65535 (0 picks a free one).`)
  return port
}

export function readHost(env: Env, name: string, fallback: string): string {
  const value = env[name] || fallback
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(value))
    throw new ConfigError(`${name} is '${value}': use a host name or an IP address.`)
  return value
}

export function readSwitch(env: Env, name: string, usual = '0'): boolean {
  const value = env[name] || usual
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} is '${value}': use 1 or 0.`)
  return value === '1'
}

export function readAddress(env: Env, name: string, protocols: string[]): string | undefined {
  const value = env[name]
  if (value) parseAddress(name, value, protocols)
  return value || undefined
}

/** The value is not repeated in the message: a database address carries a password. */
export function parseAddress(name: string, value: string, protocols: string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} is not an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    )
  }
  return url
}
