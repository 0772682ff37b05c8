import { join } from 'node:path'
import { createHiveGateway, type HiveGateway } from '@waggle/hive/gateway'
import { createSandboxChain, type SandboxChain } from '@waggle/hive/sandbox/chain/chain'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { type Chat, startChat } from './chat/chat.ts'
import type { Config } from './config/config.ts'
import { addressesOf, type SiteAddresses, withPorts } from './config/listeners.ts'
import { startCore } from './core/core.ts'
import { checkWriting, replaceValue, storeIfAbsent } from './db/accounts/site.ts'
import { readDatabaseClock } from './db/clock.ts'
import { type Db, openDatabase } from './db/open.ts'
import { refuseUnfinishedData } from './db/unfinished-data.ts'
import { type AdmittedAccounts, openAdmittedAccounts } from './http/admission/admitted-accounts.ts'
import { type ChainAccounts, createChainAccounts } from './http/admission/chain-accounts.ts'
import { Egress } from './http/egress/egress.ts'
import { measureEgress } from './http/egress/measure-egress.ts'
import { Entrance } from './http/entrance/entrance.ts'
import { guardEntrance } from './http/entrance/guard-entrance.ts'
import { refuseUnguardedSite } from './http/entrance/obstacle.ts'
import { createExistingChannels } from './http/existing-channels.ts'
import { createClockCheck, type ReferenceClock } from './http/health/clock-check.ts'
import { checkFileHandles } from './http/health/file-handles.ts'
import { healthRoutes } from './http/health/health-routes.ts'
import { createHiveClock } from './http/health/hive-clock.ts'
import { createMetricsServer } from './http/health/metrics-server.ts'
import { type Readiness, watchReadiness } from './http/health/readiness.ts'
import { answerNotFound, closeHttp, createHttp } from './http/http.ts'
import { limitWrongTokens } from './http/limits/wrong-tokens.ts'
import { openSiteMeasures, type SiteMeasures } from './http/operating/site-measures.ts'
import { openSiteSettings, type SiteSettings } from './http/operating/site-settings.ts'
import { createSessionKeys } from './http/sessions/session-keys.ts'
import { startSessionUses } from './http/sessions/session-uses.ts'
import { partsOf, startProcessWatch, type ThisProcess } from './http/site-health/process-watch.ts'
import type { Log } from './lib/log.ts'
import { Metrics } from './lib/metrics/metrics.ts'
import { startPeriodicTask } from './lib/periodic-task.ts'
import { openSecrets, type Secrets } from './lib/secrets.ts'
import { listenOrExplain } from './lib/startup/listen-or-explain.ts'
import { StartError } from './lib/startup/start-error.ts'
import type { MediaContext } from './media/context.ts'
import type { Ingest } from './media/ingest/ingest.ts'
import { type Media, startMedia } from './media/media.ts'
import { startSampleStream } from './media/sample-stream.ts'
import { measureRoles, measureSite, measureWatch, processName, watchedProcess } from './process-metrics.ts'
import { createMemoryState } from './shared-state/memory.ts'
import { createRedisState } from './shared-state/redis.ts'
import type { SharedState } from './shared-state/shared-state.ts'

/** A running server. */
export interface Running {
  /** The settings, with the ports that the system has chosen. */
  config: Config
  close(): Promise<void>
}

interface StartOptions {
  log: Log
  /** The folder of the built web app. */
  webDist: string
  now?: () => number
  /** Lifetime of the tokens that open a stream's keys, for a test; an hour otherwise. */
  hlsTokenLifeMs?: number
  /** How busy the process is, for a test; otherwise it is measured. */
  measureLoad?: MediaContext['measureLoad']
  onRoute?: (route: RouteOptions) => void
}

/** The sockets of a site with several processes connect to the others within this time, and not all at once. */
const moveWithinMs = 5000

/** A new master key is in use no sooner than ten seconds after it is in its file. */
const rotationCheckMs = 1000

/** What a step of the start adds to: the steps are closed in reverse order. */
type Closers = AsyncDisposableStack

/** What every role works with. */
interface BaseContext {
  config: Config
  db: Db
  state: SharedState
  secrets: Secrets
  measures: SiteMeasures
  admitted: AdmittedAccounts
  entrance: Entrance
  settings: SiteSettings
  metrics: Metrics
  egress: Egress
  log: Log
  now(): number
  hlsTokenLifeMs: number | undefined
  measureLoad: MediaContext['measureLoad']
  addresses(): SiteAddresses
}

type ChainContext = BaseContext & { readonly hive: HiveGateway; chainAccounts: ChainAccounts }

/** Starts the roles of the configuration in this process. Throws ConfigError or StartError for what the operator has to change. */
export async function start(config: Config, options: StartOptions): Promise<Running> {
  const closers: Closers = new AsyncDisposableStack()
  // A new value whenever a listener has opened: `config` is shared, and never changes.
  let listening = config
  try {
    const stores = await openStores(config, options, closers)
    const context: BaseContext = { ...stores, config, addresses: () => addressesOf(listening) }
    const readiness = watchReadiness(...checksOf(context))
    closers.defer(() => readiness.close())
    const http = openHttp(context, readiness, options, closers)
    // Added before the roles' own hooks, which may use the addresses.
    http.addHook('onListen', async () => {
      listening = withPorts(listening, { http: portOf(http) })
    })

    const sandboxChain = openSandboxChain(context)
    const withHive = withChain(http, context, sandboxChain, closers)
    const media = await openMedia(http, withHive, closers)
    readiness.add(media?.checks ?? {})
    // The ingest listens first, because the site shows its port to streamers.
    listening = withPorts(listening, await listenForEncoders(media?.ingest, config))
    const thisProcess = {
      name: () => processName(config, listening.http.port),
      parts: async () => partsOf(await readiness.states(), readiness.durationsMs),
    }
    const chat = await openSite(
      http,
      Object.assign(withHive, { thisProcess }),
      { webDist: options.webDist, sandboxChain },
      closers,
    )
    await listenOrExplain('WAGGLE_HTTP_PORT', config.http, () =>
      http.listen({ port: config.http.port, host: config.http.host, backlog: 4096 }).then(() => portOf(http)),
    )
    measureRoles(context.metrics, { media, chat, readiness })
    watchProcess(context, { media, chat, readiness, port: () => listening.http.port }, closers)
    await openMetrics(config, { metrics: context.metrics, readiness }, closers)
    if (config.sampleStream && media) closers.defer(await startSampleStream(withHive, listening.rtmp.port))
    const close = async () => {
      readiness.leave()
      // What can go on elsewhere goes first. Meanwhile this process answers, and proxies see that it will not much longer.
      const moveMs = config.nodeUrl === undefined ? 0 : moveWithinMs
      await Promise.all([media?.ingest.close(), chat?.move(moveMs)])
      await closers.disposeAsync()
    }
    return { config: listening, close }
  } catch (error) {
    await closers.disposeAsync()
    throw error
  }
}

async function openStores(
  config: Config,
  { log, now = Date.now, hlsTokenLifeMs, measureLoad }: StartOptions,
  closers: Closers,
) {
  refuseUnfinishedData(config)
  const secrets = await openSecrets(config.dataDir, now)
  const rotations = startPeriodicTask(() => secrets.reload(), {
    pauseMs: rotationCheckMs,
    onError: (error) => log.error({ error }, 'could not read the master key again'),
    isBackground: true,
  })
  closers.defer(() => rotations.close())
  const metrics = new Metrics()
  const db = await openDatabase(config, countQueries(metrics))
  closers.defer(() => db.destroy())
  await refuseForeignMasterKey(db, secrets, config.dataDir)
  const state = config.redisUrl
    ? await createRedisState(config.redisUrl, (error) => log.warn({ reason: error.message }, 'redis'), now)
    : createMemoryState(now)
  closers.defer(() => state.close())
  const measures = await openSiteMeasures({ db, state, log, now })
  closers.defer(() => measures.close())
  const settings = await openSiteSettings({ db, state, log })
  closers.defer(() => settings.close())
  const egress = new Egress({
    ...{ db, state, log, now, secret: secrets.egress, settings: config.egress },
    ...{ trustedProxies: config.trustedProxies, hasOthers: config.nodeUrl !== undefined },
    ...{ hasEdges: config.edges.length > 0, operators: config.operators },
    isSandbox: config.hive.chain === 'sandbox',
  })
  await egress.start()
  measureEgress(metrics, egress)
  closers.defer(() => egress.close())
  const admitted = await openAdmittedAccounts({ db, measures, log })
  const entrance = new Entrance({ config, db, state, secrets, settings, measures, admitted, log, now })
  await entrance.start()
  closers.defer(() => entrance.close())
  refuseUnguardedSite(config, entrance)
  const facts = { secrets, db, state, measures, settings, admitted, entrance, egress, metrics, log, now }
  return { ...facts, hlsTokenLifeMs, measureLoad }
}

function countQueries(metrics: Metrics): (durationMs: number, isGood: boolean) => void {
  const durations = metrics.histogram({ name: 'waggle_database_query_seconds', help: 'How long queries take' })
  const failures = metrics.counter({ name: 'waggle_database_errors_total', help: 'Queries that failed' })
  return (durationMs, isGood) => {
    durations.observe(durationMs / 1000)
    if (!isGood) failures.inc()
  }
}

/** Machines of one site share a master key; with different ones, sessions and stream keys would fail at random. */
async function refuseForeignMasterKey(db: Db, secrets: Secrets, dataDir: string): Promise<void> {
  const known = await storeIfAbsent(db, 'master-key-fingerprint', secrets.fingerprint)
  if (known === secrets.fingerprint) return
  if (secrets.previousFingerprints.includes(known)) {
    await replaceValue(db, 'master-key-fingerprint', { from: known, to: secrets.fingerprint })
    return
  }
  throw new StartError(
    `WAGGLE_DATA_DIR (${dataDir}) holds another master.key than the one this database was made with: copy master.key from the site's first machine.`,
  )
}

/** What this process needs in order to work, and what it can do without. */
function checksOf({ config, db, state, log, now }: BaseContext): Parameters<typeof watchReadiness> {
  const database: ReferenceClock = {
    name: "the database server's",
    async readOffset() {
      const askedAtMs = now()
      const timeMs = await readDatabaseClock(db)
      return timeMs === undefined ? undefined : timeMs - (askedAtMs + now()) / 2
    },
  }
  const { hive, roles } = config
  // A process that has only media calls no node, unless the site asks for the age of accounts.
  const asksNodes = hive.chain === 'mainnet' && (roles.includes('core') || roles.includes('chat'))
  const hiveClock = asksNodes ? createHiveClock(hive.nodes, now) : undefined
  const needed = {
    database: () => checkWriting(db, now()),
    clock: createClockCheck(hiveClock ? [hiveClock, database] : [database], now),
    fileHandles: checkFileHandles,
  }
  // Balancers that took all processes out because of these would make an outage of it (rules OPS-20 and OPS-22).
  const dispensable = {
    sharedState: () => state.ping(),
    ...(hiveClock && { hive: () => hiveClock.check() }),
  }
  return [needed, { log, dispensable }]
}

function openHttp(
  { log, config, state, metrics, egress, entrance }: BaseContext,
  readiness: Readiness,
  { onRoute }: StartOptions,
  closers: Closers,
) {
  const errors = metrics.counter({
    name: 'waggle_errors_total',
    help: 'Answers that were not what was asked for, by the code of the error',
    labels: ['code'],
  })
  const http = createHttp(log, {
    trustedProxies: config.trustedProxies,
    publicUrl: config.http.publicUrl,
    onRefusal: (code) => errors.inc({ code }),
    egress,
    guard: (app) =>
      guardEntrance(app, entrance, {
        ...{ egress, publicUrl: config.http.publicUrl },
        isSandbox: config.hive.chain === 'sandbox',
        hasPages: config.roles.includes('core'),
      }),
  })
  closers.defer(() => closeHttp(http))
  limitWrongTokens(http, state)
  if (onRoute) http.addHook('onRoute', onRoute)
  healthRoutes(http, () => readiness.isReady())
  return http
}

async function openMedia(http: FastifyInstance, context: ChainContext, closers: Closers): Promise<Media | undefined> {
  if (!context.config.roles.includes('media')) return undefined
  const media = await startMedia(http, context)
  closers.defer(() => media.ingest.close())
  return media
}

async function listenForEncoders(ingest: Ingest | undefined, { rtmp, rtmps }: Config) {
  if (!ingest) return {}
  return {
    rtmp: await listenOrExplain('WAGGLE_RTMP_PORT', rtmp, () => ingest.listen()),
    rtmps: await listenOrExplain('WAGGLE_RTMPS_PORT', { host: rtmp.host, port: rtmps?.port ?? 0 }, () =>
      ingest.listenSecure(),
    ),
  }
}

function openSandboxChain({ config, now }: BaseContext): SandboxChain | undefined {
  if (!config.roles.includes('core') || config.hive.chain !== 'sandbox') return undefined
  return createSandboxChain({ dataFile: join(config.dataDir, 'sandbox-chain.log'), now })
}

/** Adds the chain to what every role works with. It is opened on first use. */
function withChain(
  http: FastifyInstance,
  base: BaseContext,
  sandboxChain: SandboxChain | undefined,
  closers: Closers,
): ChainContext {
  let hive: HiveGateway | undefined
  closers.defer(() => hive?.close())
  const withHive = {
    ...base,
    // The sandbox chain is reached over HTTP like any other node, and its port is known once we listen.
    get hive() {
      const { config } = base
      const isCore = config.roles.includes('core')
      hive ??= openHive(config, isCore ? `http://127.0.0.1:${portOf(http)}` : config.http.publicUrl, sandboxChain)
      return hive
    },
  }
  return Object.assign(withHive, { chainAccounts: createChainAccounts(withHive) })
}

/** The roles that answer users over HTTP, core and chat. */
async function openSite(
  http: FastifyInstance,
  base: ChainContext & { thisProcess: ThisProcess },
  { webDist, sandboxChain }: { webDist: string; sandboxChain: SandboxChain | undefined },
  closers: Closers,
): Promise<Chat | undefined> {
  const { roles } = base.config
  const sessionUses = startSessionUses(base)
  closers.defer(() => sessionUses.close())
  const context = Object.assign(base, {
    channelExists: createExistingChannels(base),
    sessionKeys: createSessionKeys(base),
    sessionUses,
  })
  let chat: Chat | undefined
  if (roles.includes('chat')) {
    chat = await startChat(http, context)
    closers.defer(() => chat?.close())
  }
  if (roles.includes('core')) await startCore(http, context, { webDist, sandboxChain })
  else answerNotFound(http)
  return chat
}

/** The process with the core role serves the sandbox chain. */
function openHive(config: Config, sandboxUrl: string, sandbox: SandboxChain | undefined): HiveGateway {
  if (config.hive.chain === 'mainnet') return createHiveGateway({ nodes: config.hive.nodes, agreement: 2 })
  return createHiveGateway({
    nodes: [`${sandboxUrl}/sandbox/hive`],
    agreement: 1,
    // The sandbox's clock can be moved. By the system clock, its head block would then look stale.
    now: () => sandbox?.now() ?? Date.now(),
  })
}

/** Says how this process is while it runs, and that it stops in order. */
function watchProcess(
  context: BaseContext,
  roles: { media: Media | undefined; chat: Chat | undefined; readiness: Readiness; port(): number },
  closers: Closers,
): void {
  const watch = startProcessWatch({ ...context, readiness: roles.readiness }, watchedProcess(context.config, roles))
  measureWatch(context.metrics, watch, context.db)
  if (context.config.roles.includes('core')) measureSite(context)
  closers.defer(() => watch.close())
}

async function openMetrics(
  { roles, metrics: address }: Config,
  { metrics, readiness }: { metrics: Metrics; readiness: Readiness },
  closers: Closers,
): Promise<void> {
  if (address === undefined) return
  const server = createMetricsServer({ roles, readiness, metrics })
  closers.defer(() => server.close())
  await listenOrExplain('WAGGLE_METRICS_PORT', address, () => server.listen({ ...address }).then(() => portOf(server)))
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
