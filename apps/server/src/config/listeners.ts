import { resolve } from 'node:path'
import { ConfigError } from '../lib/startup/config-error.ts'
import { parseOrigin } from './config-values.ts'
import type { Environment } from './environment.ts'
import { hostInUrl, isAnyAddress, isLoopback, ownAddress } from './hosts.ts'

/** Where the process listens, and the addresses under which others reach it. */
export interface Listeners {
  http: { host: string; port: number; publicUrl: string }
  rtmp: { host: string; port: number; publicUrl: string }
  /** RTMP inside TLS, on the host of `rtmp`. */
  rtmps: { port: number; publicUrl: string; certFile: string; keyFile: string } | undefined
  /** For the operator only: it asks for no password. */
  metrics: { host: string; port: number } | undefined
  /** Where the site's other processes reach this one; undefined when there can be none. */
  nodeUrl: string | undefined
}

/** Throws ConfigError when two listeners or addresses contradict each other. */
export function toListeners(env: Environment): Listeners {
  const isSandbox = env.chain === 'sandbox'
  const defaultHost = isSandbox ? '127.0.0.1' : '0.0.0.0'
  const { httpHost = defaultHost, httpPort = 8080, rtmpHost = defaultHost, rtmpPort = 1935, metricsPort } = env
  if (isSandbox && !isLoopback(httpHost)) {
    throw new ConfigError(
      `WAGGLE_HTTP_HOST is ${httpHost}, but the sandbox chain's keys are public: listen on 127.0.0.1, or set WAGGLE_HIVE=mainnet.`,
    )
  }
  if (httpPort !== 0 && httpPort === rtmpPort) {
    throw new ConfigError(`WAGGLE_RTMP_PORT and WAGGLE_HTTP_PORT are both ${httpPort}: give each its own port.`)
  }
  if (metricsPort && (metricsPort === httpPort || metricsPort === rtmpPort)) {
    throw new ConfigError(`WAGGLE_METRICS_PORT is ${metricsPort}, which another listener uses: give it its own port.`)
  }
  const publicUrl = toPublicUrl(env) ?? `http://${hostInUrl(httpHost)}:${httpPort}`
  // An encoder on another machine cannot use 0.0.0.0: it reaches the ingest under the site's own name.
  const rtmpPublicHost = isAnyAddress(rtmpHost) ? new URL(publicUrl).hostname : hostInUrl(rtmpHost)
  const rtmps = toRtmps(env, rtmpPublicHost)
  if (rtmps?.port && [httpPort, rtmpPort, metricsPort].includes(rtmps.port)) {
    throw new ConfigError(`WAGGLE_RTMPS_PORT is ${rtmps.port}, which another listener uses: give it its own port.`)
  }
  return {
    http: { host: httpHost, port: httpPort, publicUrl },
    rtmp: { host: rtmpHost, port: rtmpPort, publicUrl: env.rtmpUrl ?? `rtmp://${rtmpPublicHost}:${rtmpPort}/live` },
    rtmps,
    metrics: toMetrics(env),
    nodeUrl: toNodeUrl(env, httpHost, httpPort),
  }
}

/** Loopback also on mainnet, where the other listeners are public. */
function toMetrics({ metricsHost: host, metricsPort: port }: Environment): Listeners['metrics'] {
  if (port !== undefined) return { host: host ?? '127.0.0.1', port }
  if (!host) return undefined
  throw new ConfigError('WAGGLE_METRICS_HOST is set, but metrics are off: set WAGGLE_METRICS_PORT too, or remove it.')
}

function toPublicUrl({ publicUrl, chain }: Environment): string | undefined {
  if (!publicUrl) {
    if (chain === 'sandbox') return undefined
    throw new ConfigError(
      'WAGGLE_PUBLIC_URL is missing: with WAGGLE_HIVE=mainnet the sign-in request names the site, such as https://live.example.',
    )
  }
  const url = parseOrigin('WAGGLE_PUBLIC_URL', publicUrl, 'https://live.example')
  // The challenge names the site twice and must fit the wallet's dialog: under 400 characters.
  if (url.host.length > 100)
    throw new ConfigError('WAGGLE_PUBLIC_URL is too long: its host may have at most 100 characters.')
  return url.origin
}

function toRtmps(
  { rtmpsPort: port, rtmpsCertFile: certFile, rtmpsKeyFile: keyFile }: Environment,
  publicHost: string,
): Listeners['rtmps'] {
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
  const publicUrl = `rtmps://${publicHost}:${port}/live`
  return { port, publicUrl, certFile: resolve(certFile), keyFile: resolve(keyFile) }
}

function toNodeUrl(
  { nodeUrl, databaseUrl, redisUrl, roles }: Environment,
  httpHost: string,
  httpPort: number,
): string | undefined {
  if (!databaseUrl || !redisUrl) {
    if (!nodeUrl) return undefined
    throw new ConfigError(
      'WAGGLE_NODE_URL is set, but this process is alone: set DATABASE_URL and REDIS_URL too, or remove it.',
    )
  }
  if (!roles.includes('media')) return undefined
  if (nodeUrl) return parseOrigin('WAGGLE_NODE_URL', nodeUrl, 'http://10.0.0.5:8080').origin
  if (httpPort === 0) {
    throw new ConfigError(
      "WAGGLE_HTTP_PORT is 0, which picks a free port that the site's other processes do not know: choose one.",
    )
  }
  const host = isAnyAddress(httpHost) ? ownAddress() : httpHost
  // With a loopback address, every machine would announce itself under the same name.
  if (isLoopback(host) && !isLoopback(new URL(databaseUrl).hostname)) {
    throw new ConfigError(
      `WAGGLE_NODE_URL is missing: the database is on another machine, and this process listens on ${host}. Name the address at which the site's other processes reach this one, such as http://10.0.0.5:8080.`,
    )
  }
  return `http://${hostInUrl(host)}:${httpPort}`
}

/** A copy in which the ports that were 0, and the addresses with them, are those that the system has chosen. */
export function withPorts<Settings extends Pick<Listeners, 'http' | 'rtmp' | 'rtmps'>>(
  settings: Settings,
  ports: { http?: number | undefined; rtmp?: number | undefined; rtmps?: number | undefined },
): Settings {
  const { http, rtmp, rtmps } = settings
  return {
    ...settings,
    http: withPort(http, ports.http),
    rtmp: withPort(rtmp, ports.rtmp),
    rtmps: rtmps && withPort(rtmps, ports.rtmps),
  }
}

function withPort<Listener extends { port: number; publicUrl: string }>(listener: Listener, port?: number): Listener {
  if (port === undefined) return listener
  const publicUrl = listener.port === 0 ? listener.publicUrl.replace(/:0(?=\/|$)/, `:${port}`) : listener.publicUrl
  return { ...listener, port, publicUrl }
}

/** Where users reach the site. */
export interface SiteAddresses {
  /** Without a slash at its end. */
  publicUrl: string
  rtmpUrl: string
}

export function addressesOf({ http, rtmp }: Pick<Listeners, 'http' | 'rtmp'>): SiteAddresses {
  return { publicUrl: http.publicUrl, rtmpUrl: rtmp.publicUrl }
}
