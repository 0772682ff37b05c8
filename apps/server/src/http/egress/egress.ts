import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Db } from '../../db/open.ts'
import { type GuardStep, stepOf } from '../../lib/egress/guard-steps.ts'
import type { Log } from '../../lib/log.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import type { Account } from './account.ts'
import { AddressShares } from './address-shares.ts'
import { BudgetAlerts } from './budget/budget-alerts.ts'
import { type EgressSettings, type SiteUse, sharedBudget, usedPart } from './budget/egress-budget.ts'
import { EgressLedger } from './egress-ledger.ts'
import { type Connection, EgressMeter } from './egress-meter.ts'
import { KnownOperators } from './known-operators.ts'
import { isEdge, isOwnProcess, ownProcessMark } from './own-process.ts'
import { type EgressRefusal, RefusalCounts, refuseBriefly, refuseEgress } from './refuse-egress.ts'

interface EgressContext {
  db: Db
  state: Pick<SharedState, 'publish' | 'subscribe'>
  log: Log
  now(): number
  secret: Uint8Array
  settings: EgressSettings
  trustedProxies: readonly string[]
  isSandbox: boolean
  /** Whether other processes send for this site too, and look at what this one has saved. */
  hasOthers: boolean
  /** Accounts that the settings name as those who run the site. */
  operators: readonly string[]
  /** Whether the operator has named caches that send for this site. */
  hasEdges: boolean
}

/** Where a budget or several processes wait for the totals, and where they are only shown. */
const refreshMs = { watched: 1000, unwatched: 10_000 }
const secondMs = 1000
/** Beyond the budget pages, calls and chat may still send this part of it: the site says what is wrong. */
const reservePart = 0.008
/** And those who run the site up to this part. What is missing from 1 % are responses that are under way when it is reached. */
const operatorsPart = 0.0098

/** Counts what this process sends, and refuses what the site's budget does not allow (rules EGRESS-1 to EGRESS-6). */
export class Egress {
  readonly meter: EgressMeter
  readonly ledger: EgressLedger
  readonly addresses: AddressShares
  readonly settings: EgressSettings
  /** What this process shows the others. */
  readonly mark: string
  readonly #context: EgressContext
  readonly #refusals = new RefusalCounts()
  readonly #alerts: BudgetAlerts
  #siteUsed = 0
  #limitBytes = Number.POSITIVE_INFINITY
  readonly #operators: KnownOperators
  #closers: { close(): Promise<void> }[] = []

  constructor(context: EgressContext) {
    const { settings, trustedProxies, secret, now } = context
    this.#context = context
    this.#alerts = new BudgetAlerts(context.db)
    this.#operators = new KnownOperators(context.operators)
    this.settings = settings
    this.mark = ownProcessMark(secret)
    this.addresses = new AddressShares(context, randomBytes(9).toString('base64url'))
    this.meter = new EgressMeter({
      trustedProxies,
      isSandbox: context.isSandbox,
      now,
      isOwnProcess: (request) => isOwnProcess(request, this.mark),
      isEdge: (request) => isEdge(request, settings.edgeSecret),
      openAddress: (group) => this.addresses.open(group),
    })
    this.ledger = new EgressLedger({ db: context.db, now, settings }, this.meter, this.addresses)
  }

  now(): number {
    return this.#context.now()
  }

  /**
   * Whether every answer must come from here: a budget can only be kept where everything that is sent is seen, and a cache that does not
   * report sends what nobody sees (rule EGRESS-12).
   */
  mustSeeAll(): boolean {
    const { dayBytes, monthBytes, edgeSecret } = this.settings
    return (dayBytes ?? monthBytes) !== undefined && edgeSecret === undefined && !this.#context.hasEdges
  }

  /** Whether another process of the site or an edge asks: they serve many viewers. */
  isOfSite(request: IncomingMessage): boolean {
    return isOwnProcess(request, this.mark) || isEdge(request, this.settings.edgeSecret)
  }

  get use(): SiteUse {
    return this.ledger.use
  }

  /** Reads what was sent before this process started. */
  async start(): Promise<void> {
    const { log, hasOthers } = this.#context
    await this.addresses.listen()
    await this.refresh()
    const onError = (error: unknown) => log.warn({ error }, 'egress: could not save or read the totals; trying again')
    const isWatched = hasOthers || sharedBudget(this.use) !== undefined
    this.#closers = [
      startPeriodicTask(() => this.refresh(), {
        pauseMs: isWatched ? refreshMs.watched : refreshMs.unwatched,
        onError,
        isBackground: true,
      }),
      startPeriodicTask(() => this.#everySecond(), { pauseMs: secondMs, onError, isBackground: true }),
    ]
  }

  /** Saves what this process has sent, and reads what all have. */
  async refresh(): Promise<void> {
    await this.ledger.refresh()
    await this.#alerts.check(this.use, this.#context.now())
    this.#siteUsed = usedPart(this.use)
    const limits = [this.use.day, this.use.month].flatMap((use) => use?.limitBytes ?? [])
    this.#limitBytes = Math.min(...limits, Number.POSITIVE_INFINITY)
    if (limits.length > 0) await this.#operators.read(this.#context.db, this.#context.now())
  }

  /** Saves everything. */
  async close(): Promise<void> {
    await Promise.all(this.#closers.map((closer) => closer.close()))
    await this.ledger.save(() => true).catch((error) => this.#context.log.warn({ error }, 'egress: could not save'))
  }

  /** What the guard does now, for a stream or for the site in general. */
  stepOf(streamId?: string): GuardStep {
    const stream = streamId === undefined ? undefined : this.meter.streams.get(streamId)
    if (this.meter.site.left <= 0 || (stream && stream.left <= 0)) return 'stopped'
    return stepOf(Math.max(this.#siteUsed, stream?.used ?? 0))
  }

  /** To run before any other handler. True for a request that is answered with that. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.meter.begin(request)
    const address = connection?.address
    if (!connection || !address || isHealthCheck(request)) return false
    if (!address.isOfOperator && this.#operators.has(request.headers.authorization)) address.isOfOperator = true
    if (!this.#isOver(connection)) return false
    this.#refuse(connection, address, request, response)
    return true
  }

  /** Counts what was written to a response, and ends one that sends more than is allowed. */
  written({ req }: { req: IncomingMessage }, isEnd: boolean): void {
    const connection = this.meter.settleSocket(req.socket)
    if (!isEnd && connection?.address && this.#isOver(connection)) connection.socket.destroy()
  }

  #refuse(connection: Connection, address: Account, request: IncomingMessage, response: ServerResponse): void {
    const code: EgressRefusal = address.left <= 0 ? 'address_share_used' : 'traffic_spent'
    const manner = this.#refusals.add(address)
    const briefly = () => refuseBriefly(response, code === 'traffic_spent' ? 503 : 429)
    if (this.#isBeyond(reservePart) || (manner !== 'in full' && !connection.isProxy)) connection.socket.destroy()
    else if (manner === 'briefly') briefly()
    else if (manner === 'later') this.#refusals.answerLater(briefly)
    else {
      const seconds = Math.ceil((this.#endOf(code) - this.#context.now()) / 1000)
      refuseEgress(request, response, code, Math.max(1, seconds))
    }
  }

  /** When the budget ends that is used up, or that of which it is a share. */
  #endOf(code: EgressRefusal): number {
    const { day, month } = this.use
    const isMonthSpent = month !== undefined && month.usedBytes >= month.limitBytes
    return (code === 'traffic_spent' && isMonthSpent ? month : (day ?? month))?.endsAtMs ?? 0
  }

  #isOver({ address, isMedia, stream }: Connection): boolean {
    if (address?.isOfOperator && !isMedia) return this.#isBeyond(operatorsPart)
    if ((address?.left ?? 0) <= 0 || this.#isBeyond(reservePart)) return true
    return isMedia && (this.meter.site.left <= 0 || (stream !== undefined && stream.left <= 0))
  }

  /** Whether the budget is used up, and this part of it as well. */
  #isBeyond(part: number): boolean {
    return this.meter.site.left <= -this.#limitBytes * part
  }

  /** Sockets write without requests. */
  #everySecond(): void {
    this.#refusals.nextSecond()
    this.meter.settleAll()
    for (const connection of this.meter.connections) {
      if (connection.isUpgraded && connection.address && this.#isOver(connection)) connection.socket.destroy()
    }
  }
}

function isHealthCheck({ url }: IncomingMessage): boolean {
  return url === '/healthz' || url === '/readyz'
}
