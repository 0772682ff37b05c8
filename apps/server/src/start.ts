import { join } from 'node:path'
import { createHiveGateway, type HiveGateway } from '@waggle/hive/gateway'
import { createSandboxChain, type SandboxChain } from '@waggle/hive/sandbox/chain/chain'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { type Chat, startChat } from './chat/chat.ts'
import { type Config, withPorts } from './config/config.ts'
import { startCore } from './core/core.ts'
import { describeApi } from './core/site/docs.ts'
import { storeIfAbsent } from './db/accounts/site.ts'
import { type Db, openDatabase } from './db/open.ts'
import { healthRoutes } from './http/health.ts'
import { answerNotFound, createHttp } from './http/http.ts'
import { createMetricsServer } from './http/metrics-server.ts'
import { limitWrongTokens } from './http/wrong-tokens.ts'
import type { Log } from './lib/log.ts'
import { openSecrets, type Secrets } from './lib/secrets.ts'
import type { Ingest } from './media/ingest/ingest.ts'
import { startMedia } from './media/media.ts'
import { startSampleStream } from './media/sample-stream.ts'
import { createMemoryState } from './shared-state/memory.ts'
import { createRedisState } from './shared-state/redis.ts'
import type { SharedState } from './shared-state/shared-state.ts'

/** A running server: where it listens, and how to stop it. */
export interface Running {
  config: Config
  close(): Promise<void>
}

/** Something outside the program keeps it from starting; the message says what to do. */
export class StartError extends Error {}

/** Starts the roles of the configuration in this process. */
export async function start(
  config: Config,
  options: {
    log: Log
    webDist: string
    now?: () => number
    /** Of the tokens that open a stream's keys, for a test: spec section 9 has an hour. */
    hlsTokenLifeMs?: number
    onRoute?: (route: RouteOptions) => void
  },
): Promise<Running> {
  const { log } = options
  const now = options.now ?? Date.now
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const secrets = await openSecrets(config.dataDir)
    const db = await openDatabase(config)
    closing.push(() => db.destroy())
    await refuseOtherSite(db, secrets, config)
    const state = await openSharedState(config, log, now)
    closing.push(() => state.close())

    const http = createHttp(log, config.trustedProxies)
    closing.push(() => http.close())
    limitWrongTokens(http, state)
    if (options.onRoute) http.addHook('onRoute', options.onRoute)
    const base = { db, state, secrets, log, now, hlsTokenLifeMs: options.hlsTokenLifeMs }
    const context = { ...base, config }
    const checks = {
      database: () => db.selectFrom('site').select('name').limit(1).execute(),
      sharedState: () => state.ping(),
    }
    healthRoutes(http, () => allPass(checks))

    let ingest: Ingest | undefined
    if (config.roles.includes('media')) {
      ingest = await startMedia(http, context)
      closing.push(() => ingest?.close())
    }
    // The ingest opens first: the site must know the port it tells its streamers.
    const rtmpPort = ingest && (await listenOrExplain('WAGGLE_RTMP_PORT', config.rtmp, () => ingest.listen()))
    const secure = { host: config.rtmp.host, port: config.rtmps?.port ?? 0 }
    const rtmpsPort = ingest && (await listenOrExplain('WAGGLE_RTMPS_PORT', secure, () => ingest.listenSecure()))
    context.config = withPorts(config, { ...(rtmpPort && { rtmp: rtmpPort }), ...(rtmpsPort && { rtmps: rtmpsPort }) })

    const isCore = config.roles.includes('core')
    const sandboxChain =
      isCore && config.hive.chain === 'sandbox'
        ? createSandboxChain({ dataFile: join(config.dataDir, 'sandbox-chain.log'), now })
        : undefined
    let hive: HiveGateway | undefined
    closing.push(() => hive?.close())
    const chainContext = {
      ...context,
      // Opened on first use: the sandbox is asked as any other node is, over HTTP, and its port is known once we listen.
      get hive() {
        hive ??= openHive(config, isCore ? `http://127.0.0.1:${portOf(http)}` : config.http.publicUrl, sandboxChain)
        return hive
      },
    }
    if (isCore) await describeApi(http, context.config)
    let chat: Chat | undefined
    if (config.roles.includes('chat')) {
      chat = await startChat(http, chainContext)
      closing.push(() => chat?.close())
    }
    if (isCore) {
      await startCore(http, chainContext, { webDist: options.webDist, sandboxChain })
    } else {
      answerNotFound(http)
    }
    const httpPort = await listenOrExplain('WAGGLE_HTTP_PORT', config.http, async () => {
      await http.listen({ port: config.http.port, host: config.http.host, backlog: 4096 })
      return portOf(http)
    })
    const running = withPorts(context.config, { http: httpPort })
    // Addresses of the site that answers give are right from here on.
    chainContext.config = running

    if (config.metricsPort !== undefined) {
      const metrics = createMetricsServer({
        roles: config.roles,
        checks,
        gauges: [
          { name: 'waggle_live_broadcasts', help: 'Broadcasts this process holds', read: () => ingest?.liveCount ?? 0 },
          { name: 'waggle_held_requests', help: 'Players waiting for media', read: () => ingest?.heldRequests ?? 0 },
          { name: 'waggle_chat_sockets', help: 'Chat sockets of this process', read: () => chat?.socketCount() ?? 0 },
        ],
      })
      closing.push(() => metrics.close())
      const place = { host: config.http.host, port: config.metricsPort }
      await listenOrExplain('WAGGLE_METRICS_PORT', place, async () => {
        await metrics.listen(place)
        return portOf(metrics)
      })
    }
    if (config.sampleStream && rtmpPort) {
      const stopSample = await startSampleStream(context, rtmpPort)
      closing.push(stopSample)
    }
    return { config: running, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openSharedState(config: Config, log: Log, now: () => number): Promise<SharedState> {
  if (!config.redisUrl) return createMemoryState(now)
  return createRedisState(config.redisUrl, (error) => log.warn({ reason: error.message }, 'redis'), now)
}

/** Machines of one site share a master key; with another one, sessions and stream keys would fail at random. */
async function refuseOtherSite(db: Db, secrets: Secrets, config: Config): Promise<void> {
  const known = await storeIfAbsent(db, 'master-key-fingerprint', secrets.fingerprint)
  if (known === secrets.fingerprint) return
  throw new StartError(
    `WAGGLE_DATA_DIR (${config.dataDir}) holds another master.key than the one this database was made with: copy master.key from the site's first machine.`,
  )
}

/** The sandbox chain is where the core role is. */
function openHive(config: Config, sandboxUrl: string, sandbox: SandboxChain | undefined): HiveGateway {
  if (config.hive.chain === 'mainnet') return createHiveGateway({ nodes: config.hive.nodes, agreement: 2 })
  return createHiveGateway({
    nodes: [`${sandboxUrl}/sandbox/hive`],
    agreement: 1,
    // The sandbox's clock can be moved; by ours its head block would then look stale.
    now: () => sandbox?.now() ?? Date.now(),
  })
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function listenOrExplain<Port extends number | undefined>(
  setting: string,
  place: { host: string; port: number },
  listen: () => Promise<Port>,
): Promise<Port> {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `${setting}: port ${place.port} is in use already. Stop what uses it, or set ${setting} to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new StartError(`${setting}: this user may not open port ${place.port}. Choose one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`${setting.replace('PORT', 'HOST')}: ${place.host} is not an address of this machine.`)
    }
    throw error
  }
}

async function allPass(checks: Record<string, () => Promise<unknown>>): Promise<boolean> {
  const results = await Promise.allSettled(Object.values(checks).map((check) => check()))
  return results.every((result) => result.status === 'fulfilled')
}
