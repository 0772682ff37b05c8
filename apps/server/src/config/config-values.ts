import { ConfigError } from '../lib/startup/config-error.ts'

export type Env = Record<string, string | undefined>

export function readPort(env: Env, name: string): number | undefined {
  const value = env[name]
  if (!value) return undefined
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535)
    throw new ConfigError(`${name} is '${value}': use a port from 0 to 65535 (0 picks a free one).`)
  return port
}

export function readCount(env: Env, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const value = env[name]
  if (!value) return undefined
  const count = Number(value)
  if (!/^\d+$/.test(value) || count < min || count > max)
    throw new ConfigError(`${name} is '${value}': use a whole number from ${min} to ${max}.`)
  return count
}

export function readHost(env: Env, name: string): string | undefined {
  const value = env[name]
  if (value && !/^[A-Za-z0-9.:_-]{1,253}$/.test(value))
    throw new ConfigError(`${name} is '${value}': use a host name or an IP address.`)
  return value || undefined
}

export function readSwitch(env: Env, name: string, fallback: '0' | '1'): boolean {
  const value = env[name] || fallback
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} is '${value}': use 1 or 0.`)
  return value === '1'
}

/** One of the given words; the first where nothing is set. */
export function readOneOf<Word extends string>(
  env: Env,
  name: string,
  words: readonly [Word, ...Word[]],
  advice = `use ${words.join(' or ')}`,
): Word {
  const value = env[name] || words[0]
  const word = words.find((known) => known === value)
  if (word === undefined) throw new ConfigError(`${name} is '${value}': ${advice}.`)
  return word
}

/** The entries of a comma-separated list. */
export function readList(env: Env, name: string): string[] {
  return (env[name] || '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

export function readAddress(env: Env, name: string, protocols: string[]): URL | undefined {
  const value = env[name]
  return value ? parseAddress(name, value, protocols) : undefined
}

/** Throws ConfigError without the value: a database address carries a password. */
export function parseAddress(name: string, value: string, protocols: string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigError(
      `${name} is not an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    )
  }
  return url
}

/** An address of scheme, host and port. */
export function parseOrigin(name: string, value: string, example: string): URL {
  const url = parseAddress(name, value, ['http:', 'https:'])
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`${name} is '${value}': give the scheme, host and port only, such as ${example}.`)
  }
  return url
}
