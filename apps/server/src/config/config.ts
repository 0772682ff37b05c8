import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { isUsername } from '@waggle/contract/names'
import { ConfigError } from '../lib/config-error.ts'
import { trustProxies } from '../lib/trusted-proxies.ts'
import { type Env, parseAddress, readAddress, readHost, readPort, readSwitch } from './config-values.ts'

const roleNames = ['core', 'media', 'chat'] as const
export type Role = (typeof roleNames)[number]

export interface Config {
  production: boolean
  http: { host: string; port: number; publicUrl: string }
  /** Proxies on other machines that are believed about whom they speak for: addresses and networks. */
  trustedProxies: string[]
  rtmp: { host: string; port: number; publicUrl: string }
  /** RTMP inside TLS, on the host of `rtmp`. */
  rtmps: { port: number; publicUrl: string; certFile: string; keyFile: string } | undefined
  dataDir: string
  hive:
    | { chain: 'sandbox'; posterAccount: string }
    | {
        chain: 'mainnet'
        nodes: string[]
        posterAccount: string
        posterKey: { value: string } | { file: string } | undefined
      }
  roles: Role[]
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Where the site's other processes reach this one; undefined when there can be none. */
  nodeUrl: string | undefined
  transcode: 'off' | 'auto' | number[]
  metricsPort: number | undefined
  sampleStream: boolean
  /** Viewers may send tips, and the chain is watched for them. */
  tips: boolean
  /** Whether channels may have addresses told of events: to public ones, or while trying out to this machine's too. */
  webhooks: 'off' | 'public' | 'loopback'
  /** What the advertisement frames show; without it the house advertisement. */
  adUrl: string | undefined
}

const settingNames = new Set([
  'WAGGLE_HTTP_PORT',
  'WAGGLE_HTTP_HOST',
  'WAGGLE_RTMP_PORT',
  'WAGGLE_RTMP_HOST',
  'WAGGLE_RTMPS_PORT',
  'WAGGLE_RTMPS_CERT_FILE',
  'WAGGLE_RTMPS_KEY_FILE',
  'WAGGLE_PUBLIC_URL',
  'WAGGLE_RTMP_URL',
  'WAGGLE_DATA_DIR',
  'WAGGLE_HIVE',
  'WAGGLE_HIVE_NODES',
  'WAGGLE_POSTER_ACCOUNT',
  'WAGGLE_POSTER_KEY',
  'WAGGLE_POSTER_KEY_FILE',
  'WAGGLE_ROLES',
  'WAGGLE_NODE_URL',
  'WAGGLE_TRUSTED_PROXIES',
  'WAGGLE_TRANSCODE',
  'WAGGLE_METRICS_PORT',
  'WAGGLE_SAMPLE_STREAM',
  'WAGGLE_TIPS',
  'WAGGLE_WEBHOOKS',
  'WAGGLE_AD_URL',
])

const defaultHiveNodes = [
  'https://api.hive.blog',
  'https://api.deathwing.me',
  'https://api.openhive.network',
  'https://techcoderx.com',
  'https://api.c0ff33a.uk',
]

const ladderHeights = [1080, 720, 480, 360]

/** Reads the settings of README.md's table. Throws ConfigError on the first that is malformed or contradicts another. */
export function readConfig(env: Env, args: string[] = []): Config {
  for (const name of Object.keys(env)) {
    if (name.startsWith('WAGGLE_') && !settingNames.has(name)) {
      throw new ConfigError(`${name} is not a setting of Waggle: see the table in README.md.`)
    }
  }
  const unknownArgument = args.find((argument) => argument !== '--sample-stream')
  if (unknownArgument) throw new ConfigError(`${unknownArgument} is not an option: the only one is --sample-stream.`)

  const production = env.NODE_ENV === 'production'
  const hive = readHive(env, production)
  const sandbox = hive.chain === 'sandbox'
  const defaultHost = sandbox ? '127.0.0.1' : '0.0.0.0'
  const httpHost = readHost(env, 'WAGGLE_HTTP_HOST', defaultHost)
  const rtmpHost = readHost(env, 'WAGGLE_RTMP_HOST', defaultHost)
  if (sandbox && !isLoopback(httpHost)) {
    throw new ConfigError(
      `WAGGLE_HTTP_HOST is ${httpHost}, but the sandbox chain's keys are public: listen on 127.0.0.1, or set WAGGLE_HIVE=mainnet.`,
    )
  }
  const httpPort = readPort(env, 'WAGGLE_HTTP_PORT') ?? 8080
  const rtmpPort = readPort(env, 'WAGGLE_RTMP_PORT') ?? 1935
  const metricsPort = readPort(env, 'WAGGLE_METRICS_PORT')
  if (httpPort !== 0 && httpPort === rtmpPort) {
    throw new ConfigError(`WAGGLE_RTMP_PORT and WAGGLE_HTTP_PORT are both ${httpPort}: give each its own port.`)
  }
  if (metricsPort && (metricsPort === httpPort || metricsPort === rtmpPort)) {
    throw new ConfigError(`WAGGLE_METRICS_PORT is ${metricsPort}, which another listener uses: give it its own port.`)
  }
  const publicUrl = readPublicUrl(env, sandbox) ?? `http://${hostInUrl(httpHost)}:${httpPort}`
  const rtmps = readRtmps(env, rtmpHostSeen(rtmpHost, publicUrl))
  if (rtmps?.port && [httpPort, rtmpPort, metricsPort].includes(rtmps.port)) {
    throw new ConfigError(`WAGGLE_RTMPS_PORT is ${rtmps.port}, which another listener uses: give it its own port.`)
  }
  const rtmpPublicUrl = readRtmpUrl(env) ?? `rtmp://${rtmpHostSeen(rtmpHost, publicUrl)}:${rtmpPort}/live`

  const databaseUrl = readAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const redisUrl = readAddress(env, 'REDIS_URL', ['redis:', 'rediss:'])
  const roles = readRoles(env)
  if (roles.length < roleNames.length && !(databaseUrl && redisUrl)) {
    throw new ConfigError(
      `WAGGLE_ROLES is ${roles.join(',')}, but roles in several processes share PostgreSQL and Redis: set DATABASE_URL and REDIS_URL too.`,
    )
  }
  return {
    production,
    http: { host: httpHost, port: httpPort, publicUrl },
    trustedProxies: readTrustedProxies(env),
    rtmp: { host: rtmpHost, port: rtmpPort, publicUrl: rtmpPublicUrl },
    rtmps,
    dataDir: resolve(env.WAGGLE_DATA_DIR || './data'),
    hive,
    roles,
    databaseUrl,
    redisUrl,
    nodeUrl: readNodeUrl(env, { host: httpHost, port: httpPort, roles, databaseUrl, redisUrl }),
    transcode: readTranscode(env),
    metricsPort,
    sampleStream: args.includes('--sample-stream') || readSwitch(env, 'WAGGLE_SAMPLE_STREAM'),
    tips: readSwitch(env, 'WAGGLE_TIPS', '1'),
    webhooks: readWebhooks(env, sandbox),
    adUrl: readAdUrl(env, sandbox, publicUrl),
  }
}

/** The addresses as they are once port 0 has become a real one. */
export function withPorts(config: Config, ports: { http?: number; rtmp?: number; rtmps?: number }): Config {
  const replacePort = (url: string, from: number, to: number | undefined) =>
    from === 0 && to ? url.replace(/:0(?=\/|$)/, `:${to}`) : url
  return {
    ...config,
    http: {
      ...config.http,
      port: ports.http ?? config.http.port,
      publicUrl: replacePort(config.http.publicUrl, config.http.port, ports.http),
    },
    rtmp: {
      ...config.rtmp,
      port: ports.rtmp ?? config.rtmp.port,
      publicUrl: replacePort(config.rtmp.publicUrl, config.rtmp.port, ports.rtmp),
    },
    rtmps: config.rtmps && {
      ...config.rtmps,
      port: ports.rtmps ?? config.rtmps.port,
      publicUrl: replacePort(config.rtmps.publicUrl, config.rtmps.port, ports.rtmps),
    },
  }
}

function readHive(env: Env, production: boolean): Config['hive'] {
  const chain = env.WAGGLE_HIVE || 'sandbox'
  const posterAccount = env.WAGGLE_POSTER_ACCOUNT || 'waggle'
  if (!isUsername(posterAccount)) {
    throw new ConfigError(`WAGGLE_POSTER_ACCOUNT is '${posterAccount}', which is not a Hive account name.`)
  }
  if (chain === 'sandbox') {
    if (production) {
      throw new ConfigError(
        'WAGGLE_HIVE is sandbox, which is only for trying out: with NODE_ENV=production set WAGGLE_HIVE=mainnet.',
      )
    }
    for (const name of ['WAGGLE_HIVE_NODES', 'WAGGLE_POSTER_KEY', 'WAGGLE_POSTER_KEY_FILE']) {
      if (env[name])
        throw new ConfigError(`${name} has no use on the sandbox chain: remove it, or set WAGGLE_HIVE=mainnet.`)
    }
    return { chain, posterAccount }
  }
  if (chain !== 'mainnet') throw new ConfigError(`WAGGLE_HIVE is '${chain}': use sandbox or mainnet.`)
  const nodes = env.WAGGLE_HIVE_NODES
    ? env.WAGGLE_HIVE_NODES.split(',')
        .map((node) => node.trim())
        .filter(Boolean)
    : defaultHiveNodes
  for (const node of nodes) parseAddress('WAGGLE_HIVE_NODES', node, ['http:', 'https:'])
  if (new Set(nodes.map((node) => new URL(node).hostname)).size < 2) {
    throw new ConfigError(
      'WAGGLE_HIVE_NODES needs nodes of at least two different hosts, because two must agree before a sign-in.',
    )
  }
  const value = env.WAGGLE_POSTER_KEY
  const file = env.WAGGLE_POSTER_KEY_FILE
  if (value && file) throw new ConfigError('WAGGLE_POSTER_KEY and WAGGLE_POSTER_KEY_FILE are both set: keep one.')
  if (value && !/^5[1-9A-HJ-NP-Za-km-z]{50}$/.test(value)) {
    throw new ConfigError(
      'WAGGLE_POSTER_KEY is not a private key in the wallet format (51 characters beginning with 5).',
    )
  }
  return { chain, nodes, posterAccount, posterKey: value ? { value } : file ? { file } : undefined }
}

function readRoles(env: Env): Role[] {
  const listed = (env.WAGGLE_ROLES || roleNames.join(',')).split(',').map((role) => role.trim())
  const unknown = listed.find((role) => !roleNames.includes(role as Role))
  if (unknown !== undefined)
    throw new ConfigError(`WAGGLE_ROLES names '${unknown}': the roles are ${roleNames.join(', ')}.`)
  return roleNames.filter((role) => listed.includes(role))
}

function readTranscode(env: Env): Config['transcode'] {
  const value = env.WAGGLE_TRANSCODE || 'auto'
  if (value === 'off' || value === 'auto') return value
  const heights = value.split(',').map((rung) => Number(/^(\d+)p$/.exec(rung.trim())?.[1]))
  if (heights.some((height) => !ladderHeights.includes(height))) {
    throw new ConfigError(`WAGGLE_TRANSCODE is '${value}': use off, auto, or a list of 1080p, 720p, 480p and 360p.`)
  }
  return heights
}

function readWebhooks(env: Env, sandbox: boolean): Config['webhooks'] {
  const value = env.WAGGLE_WEBHOOKS || '0'
  if (value === 'loopback') {
    if (sandbox) return 'loopback'
    throw new ConfigError(
      'WAGGLE_WEBHOOKS is loopback, which lets users reach the services of this machine: with WAGGLE_HIVE=mainnet use 1.',
    )
  }
  if (value !== '0' && value !== '1') throw new ConfigError(`WAGGLE_WEBHOOKS is '${value}': use 1, 0 or loopback.`)
  return value === '1' ? 'public' : 'off'
}

function readPublicUrl(env: Env, sandbox: boolean): string | undefined {
  const value = env.WAGGLE_PUBLIC_URL
  if (!value) {
    if (sandbox) return undefined
    throw new ConfigError(
      'WAGGLE_PUBLIC_URL is missing: with WAGGLE_HIVE=mainnet the sign-in request names the site, such as https://live.example.',
    )
  }
  const url = parseOrigin('WAGGLE_PUBLIC_URL', value, 'https://live.example')
  // The challenge names the site twice and must fit the wallet's dialog (spec: under 400 characters).
  if (url.host.length > 100)
    throw new ConfigError('WAGGLE_PUBLIC_URL is too long: its host may have at most 100 characters.')
  return url.origin
}

function readTrustedProxies(env: Env): string[] {
  const proxies = (env.WAGGLE_TRUSTED_PROXIES || '')
    .split(',')
    .map((proxy) => proxy.trim())
    .filter(Boolean)
  try {
    trustProxies(proxies)
  } catch (error) {
    throw new ConfigError(
      `WAGGLE_TRUSTED_PROXIES names '${(error as Error).message}': use addresses and networks such as 10.0.0.5,10.1.0.0/16.`,
    )
  }
  return proxies
}

function readNodeUrl(
  env: Env,
  config: { host: string; port: number } & Pick<Config, 'roles' | 'databaseUrl' | 'redisUrl'>,
): string | undefined {
  const { host, port, roles, databaseUrl, redisUrl } = config
  const value = env.WAGGLE_NODE_URL
  if (!databaseUrl || !redisUrl) {
    if (!value) return undefined
    throw new ConfigError(
      'WAGGLE_NODE_URL is set, but this process is alone: set DATABASE_URL and REDIS_URL too, or remove it.',
    )
  }
  if (!roles.includes('media')) return undefined
  if (value) return parseOrigin('WAGGLE_NODE_URL', value, 'http://10.0.0.5:8080').origin
  if (port === 0) {
    throw new ConfigError(
      "WAGGLE_HTTP_PORT is 0, which picks a free port that the site's other processes do not know: choose one.",
    )
  }
  const own = isAnyAddress(host) ? ownAddress() : host
  // Every machine would call itself by the same name.
  if (isLoopback(own) && !isLoopback(new URL(databaseUrl).hostname)) {
    throw new ConfigError(
      `WAGGLE_NODE_URL is missing: the database is on another machine, and this process listens on ${own}. Name the address at which the site's other processes reach this one, such as http://10.0.0.5:8080.`,
    )
  }
  return `http://${hostInUrl(own)}:${port}`
}

/** The machine's first address that others can reach. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

function parseOrigin(name: string, value: string, example: string): URL {
  const url = parseAddress(name, value, ['http:', 'https:'])
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`${name} is '${value}': give the scheme, host and port only, such as ${example}.`)
  }
  return url
}

function readRtmpUrl(env: Env): string | undefined {
  const value = env.WAGGLE_RTMP_URL
  if (!value) return undefined
  const url = parseAddress('WAGGLE_RTMP_URL', value, ['rtmp:', 'rtmps:'])
  if (url.pathname !== '/live') {
    throw new ConfigError(`WAGGLE_RTMP_URL is '${value}': its path must be /live, such as rtmp://live.example/live.`)
  }
  return value
}

function readRtmps(env: Env, hostSeen: string): Config['rtmps'] {
  const port = readPort(env, 'WAGGLE_RTMPS_PORT')
  const certFile = env.WAGGLE_RTMPS_CERT_FILE
  const keyFile = env.WAGGLE_RTMPS_KEY_FILE
  if (port === undefined) {
    const useless = certFile ? 'WAGGLE_RTMPS_CERT_FILE' : keyFile ? 'WAGGLE_RTMPS_KEY_FILE' : undefined
    if (useless) throw new ConfigError(`${useless} is set, but RTMPS is off: set WAGGLE_RTMPS_PORT too, or remove it.`)
    return undefined
  }
  const missing = certFile ? 'WAGGLE_RTMPS_KEY_FILE' : 'WAGGLE_RTMPS_CERT_FILE'
  if (!certFile || !keyFile) {
    throw new ConfigError(
      `${missing} is missing: WAGGLE_RTMPS_PORT needs a certificate and its key, both in PEM files.`,
    )
  }
  const publicUrl = `rtmps://${hostSeen}:${port}/live`
  return { port, publicUrl, certFile: resolve(certFile), keyFile: resolve(keyFile) }
}

function readAdUrl(env: Env, sandbox: boolean, publicUrl: string): string | undefined {
  const value = env.WAGGLE_AD_URL
  if (!value) return undefined
  const url = parseAddress('WAGGLE_AD_URL', value, ['https:', 'http:'])
  if (url.protocol === 'http:' && !(sandbox && isLoopback(url.hostname))) {
    throw new ConfigError('WAGGLE_AD_URL must begin with https:// (http only on this machine, on the sandbox chain).')
  }
  if (url.username || url.password) throw new ConfigError('WAGGLE_AD_URL must not carry a user name or a password.')
  if (url.origin === new URL(publicUrl).origin) {
    throw new ConfigError('WAGGLE_AD_URL is an address of this site: advertisements need an origin of their own.')
  }
  return url.href
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function hostInUrl(host: string): string {
  if (isAnyAddress(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** An encoder elsewhere cannot use 0.0.0.0: it reaches the ingest under the site's own name. */
function rtmpHostSeen(host: string, publicUrl: string): string {
  return isAnyAddress(host) ? new URL(publicUrl).hostname : hostInUrl(host)
}
