import { resolve } from 'node:path'
import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { ladderHeights } from '@waggle/contract/streams/ladder-heights'
import type { LogFormat } from '../lib/log.ts'
import { ConfigError } from '../lib/startup/config-error.ts'
import { type AlertSettings, toAlerts } from './alerts.ts'
import { type Env, parseAddress } from './config-values.ts'
import { toEdges } from './edges.ts'
import { type EgressSettings, toEgress } from './egress.ts'
import { type Environment, type Role, readEnvironment, roleNames } from './environment.ts'
import { isLoopback } from './hosts.ts'
import { type Listeners, toListeners } from './listeners.ts'
import { type RecordingSettings, toRecordings } from './recordings.ts'

/** Which addresses that users have given the server calls. */
export type UsersAddresses = 'off' | 'public' | 'loopback'

/** The settings of a process. They fit together, and never change. */
export interface Config extends Listeners {
  alerts: AlertSettings
  logFormat: LogFormat
  production: boolean
  /** Addresses and networks of proxies on other machines that are believed about the client they forward for. */
  trustedProxies: string[]
  dataDir: string
  hive:
    | { chain: 'sandbox'; posterAccount: string }
    | {
        chain: 'mainnet'
        nodes: string[]
        posterAccount: string
        posterKey: { value: string } | { file: string } | undefined
      }
  /** The Hive accounts that run the site. */
  operators: string[]
  roles: Role[]
  databaseUrl: string | undefined
  redisUrl: string | undefined
  transcode: 'off' | 'auto' | number[]
  /** How many viewers of this process watch in real time. */
  realTime: 'off' | 'auto' | number
  /** The MoQ relay that has every broadcast too: where this process publishes, with the relay's token, and where players watch. */
  moqRelay: { publishUrl: string; playerUrl: string } | undefined
  /** Origins of the edges that players load live media from. */
  edges: string[]
  sampleStream: boolean
  /** Whether viewers may send tips; the chain is then watched for them. */
  tips: boolean
  /** Whether channels may have webhooks: to public addresses or, in the sandbox, to this machine's too. */
  webhooks: UsersAddresses
  /** Whether browsers are told of what is live while the site is closed: through the push services of their makers or, in the sandbox, any on this machine too. */
  push: UsersAddresses
  /** What the advertisement frames show; without it the house advertisement. */
  adUrl: string | undefined
  /** How long chat messages and the log of moderation are kept. */
  chatDays: number
  egress: EgressSettings
  /** How long addresses of encoders are kept, and how long one can be forbidden. */
  keepAddressesDays: number
  /** How long the log of what the people who run the site did is kept; undefined: for ever. */
  actionLogDays: number | undefined
  recordings: RecordingSettings
}

/** Far more than one process can serve. */
const maxSeats = 100_000

const defaultHiveNodes = [
  'https://api.hive.blog',
  'https://api.deathwing.me',
  'https://api.openhive.network',
  'https://techcoderx.com',
  'https://api.c0ff33a.uk',
]

/** Reads the settings of README.md's table. Throws ConfigError on the first that is malformed or contradicts another. */
export function readConfig(env: Env, args: readonly string[] = []): Config {
  return deepFreeze(toConfig(readEnvironment(env, args)))
}

function toConfig(env: Environment): Config {
  const hive = toHive(env)
  const listeners = toListeners(env)
  const { databaseUrl, redisUrl, roles } = env
  if (roles.length < roleNames.length && !(databaseUrl && redisUrl)) {
    throw new ConfigError(
      `WAGGLE_ROLES is ${roles.join(',')}, but roles in several processes share PostgreSQL and Redis: set DATABASE_URL and REDIS_URL too.`,
    )
  }
  return {
    ...listeners,
    logFormat: env.log,
    alerts: toAlerts(env, listeners.http.publicUrl),
    production: env.isProduction,
    trustedProxies: env.trustedProxies,
    dataDir: resolve(env.dataDir ?? './data'),
    hive,
    operators: toOperators(env.operators),
    roles,
    databaseUrl,
    redisUrl,
    transcode: toTranscode(env.transcode),
    realTime: toRealTime(env.realTime),
    moqRelay: toMoqRelay(env),
    edges: toEdges(env, listeners.http.publicUrl),
    sampleStream: env.sampleStream,
    tips: env.tips,
    webhooks: toUsersAddresses('WAGGLE_WEBHOOKS', env.webhooks, env),
    push: toUsersAddresses('WAGGLE_PUSH', env.push, env),
    adUrl: toAdUrl(env, listeners.http.publicUrl),
    chatDays: env.chatDays ?? 90,
    egress: toEgress(env),
    keepAddressesDays: env.keepAddressesDays ?? 7,
    actionLogDays: env.actionLogDays,
    recordings: toRecordings(env),
  }
}

function toHive({ chain, isProduction, posterAccount = 'waggle', ...env }: Environment): Config['hive'] {
  if (!isUsername(posterAccount)) {
    throw new ConfigError(`WAGGLE_POSTER_ACCOUNT is '${posterAccount}', which is not a Hive account name.`)
  }
  const { hiveNodes, posterKey: value, posterKeyFile: file } = env
  if (chain === 'sandbox') {
    if (isProduction) {
      throw new ConfigError(
        'WAGGLE_HIVE is sandbox, which is only for trying out: with NODE_ENV=production set WAGGLE_HIVE=mainnet.',
      )
    }
    const useless = { WAGGLE_HIVE_NODES: hiveNodes, WAGGLE_POSTER_KEY: value, WAGGLE_POSTER_KEY_FILE: file }
    for (const [name, set] of Object.entries(useless)) {
      if (set) throw new ConfigError(`${name} has no use on the sandbox chain: remove it, or set WAGGLE_HIVE=mainnet.`)
    }
    return { chain, posterAccount }
  }
  const nodes = hiveNodes ?? defaultHiveNodes
  for (const node of nodes) parseAddress('WAGGLE_HIVE_NODES', node, ['http:', 'https:'])
  if (new Set(nodes.map((node) => new URL(node).hostname)).size < 2) {
    throw new ConfigError(
      'WAGGLE_HIVE_NODES needs nodes of at least two different hosts, because two must agree before a sign-in and before a tip is shown.',
    )
  }
  if (value && file) throw new ConfigError('WAGGLE_POSTER_KEY and WAGGLE_POSTER_KEY_FILE are both set: keep one.')
  if (value && !/^5[1-9A-HJ-NP-Za-km-z]{50}$/.test(value)) {
    throw new ConfigError(
      'WAGGLE_POSTER_KEY is not a private key in the wallet format (51 characters beginning with 5).',
    )
  }
  return { chain, nodes, posterAccount, posterKey: value ? { value } : file ? { file } : undefined }
}

function toOperators(names: readonly string[]): string[] {
  return names.map((name) => {
    const username = normaliseUsername(name)
    if (!isUsername(username))
      throw new ConfigError(`WAGGLE_OPERATORS names '${name}', which is not a Hive account name.`)
    return username
  })
}

function toTranscode(value = 'auto'): Config['transcode'] {
  if (value === 'off' || value === 'auto') return value
  const heights = value.split(',').map((rung) => Number(/^(\d+)p$/.exec(rung.trim())?.[1]))
  if (heights.some((height) => !ladderHeights.some((known) => known === height))) {
    throw new ConfigError(`WAGGLE_TRANSCODE is '${value}': use off, auto, or a list of 1080p, 720p, 480p and 360p.`)
  }
  return heights
}

function toRealTime(value = 'auto'): Config['realTime'] {
  if (value === 'off' || value === 'auto') return value
  const seats = Number(value)
  if (!/^\d+$/.test(value) || seats < 1 || seats > maxSeats) {
    throw new ConfigError(`WAGGLE_REALTIME is '${value}': use off, auto, or a number of seats from 1 to ${maxSeats}.`)
  }
  return seats
}

/** A token for publishing is in the query (`?jwt=`), which players are not told. */
function toMoqRelay({ moqRelay: url, realTime, chain }: Environment): Config['moqRelay'] {
  if (!url) return undefined
  if (realTime === 'off') {
    throw new ConfigError('WAGGLE_MOQ_RELAY has no use while WAGGLE_REALTIME is off: remove one of them.')
  }
  if (url.protocol === 'http:' && !(chain === 'sandbox' && isLoopback(url.hostname))) {
    throw new ConfigError(
      'WAGGLE_MOQ_RELAY must begin with https:// (http only on this machine, on the sandbox chain).',
    )
  }
  if (url.username || url.password || url.hash) {
    throw new ConfigError(
      "WAGGLE_MOQ_RELAY must not carry a user name, a password or a '#': the relay's token is its ?jwt=.",
    )
  }
  const playerUrl = new URL(url)
  playerUrl.search = ''
  return { publishUrl: url.href, playerUrl: playerUrl.href }
}

function toUsersAddresses(
  name: string,
  value: '0' | '1' | 'loopback',
  { chain }: Pick<Environment, 'chain'>,
): UsersAddresses {
  if (value === 'loopback') {
    if (chain === 'sandbox') return 'loopback'
    throw new ConfigError(
      `${name} is loopback, which lets users reach the services of this machine: with WAGGLE_HIVE=mainnet use 1.`,
    )
  }
  return value === '1' ? 'public' : 'off'
}

function toAdUrl({ adUrl: url, chain }: Environment, publicUrl: string): string | undefined {
  if (!url) return undefined
  if (url.protocol === 'http:' && !(chain === 'sandbox' && isLoopback(url.hostname))) {
    throw new ConfigError('WAGGLE_AD_URL must begin with https:// (http only on this machine, on the sandbox chain).')
  }
  if (url.username || url.password) throw new ConfigError('WAGGLE_AD_URL must not carry a user name or a password.')
  if (url.origin === new URL(publicUrl).origin) {
    throw new ConfigError('WAGGLE_AD_URL is an address of this site: advertisements need an origin of their own.')
  }
  return url.href
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
