import { readRaises } from '../../db/egress/egress-raises.ts'
import { addEgress, allBytes, deleteOldEgress, type EgressChange, readEgress } from '../../db/egress/egress-totals.ts'
import { findChannelsOfStreams } from '../../db/egress/stream-channels.ts'
import type { Db } from '../../db/open.ts'
import { utcDay } from '../../lib/utc-day.ts'
import type { AddressShares } from './address-shares.ts'
import { type EgressSettings, leftOf, type SiteUse, sharedBudget, siteUse } from './budget/egress-budget.ts'
import { type Period, periodAt } from './budget/period.ts'
import { RecentRate } from './budget/recent-rate.ts'
import type { EgressMeter, StreamAccount } from './egress-meter.ts'

/** Totals of broadcasts and channels are kept for so long; those of the site for ever. */
const keptDays = 400
const dayMs = 24 * 60 * 60_000
/** A stream that nobody has asked for since is not looked up every second. */
const activeMs = 120_000

/** What is left, and until when it has to last. */
interface Room {
  leftBytes: number
  limitBytes: number
  endsAtMs: number
}

interface LedgerContext {
  db: Db
  now(): number
  settings: EgressSettings
}

/** Writes what this process has sent to the database, and reads what all processes have sent and may send. */
export class EgressLedger {
  readonly #context: LedgerContext
  readonly #meter: EgressMeter
  readonly #addresses: AddressShares
  #period: Period | undefined
  #use: SiteUse = { day: undefined, month: undefined }
  #sentToday = 0
  #channelsLeft = new Map<string, number>()
  readonly #rate: RecentRate

  constructor(context: LedgerContext, meter: EgressMeter, addresses: AddressShares) {
    this.#context = context
    this.#meter = meter
    this.#addresses = addresses
    this.#rate = new RecentRate(context.now)
  }

  get use(): SiteUse {
    return this.#use
  }

  /** What the site has sent today, over all processes, as of the last look. */
  get sentToday(): number {
    return this.#sentToday
  }

  get period(): Period {
    return this.#period ?? periodAt(this.#context.now())
  }

  /** Saves and reads. Rejects when the database cannot; everything is then saved the next time. */
  async refresh(): Promise<void> {
    const period = periodAt(this.#context.now())
    if (this.#period?.day !== period.day) await this.#begin(period)
    else await this.save((account) => this.#addresses.isDue(account))
    await this.#readSite()
    await this.#readStreams()
  }

  /** Saves what changed: of addresses only those that `isDue` names. */
  async save(isDue: Parameters<EgressMeter['changedAddresses']['take']>[0]): Promise<void> {
    this.#meter.settleAll()
    const nowMs = this.#context.now()
    const site = this.#meter.changedSite.take()
    const streams = this.#meter.changedStreams.take()
    const addresses = this.#meter.changedAddresses.take(isDue)
    try {
      for (const { account } of streams) {
        account.usedAtMs = nowMs
        if (!this.#meter.streams.has(account.id)) this.#meter.remember(account)
      }
      await this.#nameChannels(streams.map(({ account }) => account))
      const { day } = this.period
      const changes: EgressChange[] = site.map(({ bytes }) => ({ scope: 'site', day, id: '', bytes }))
      changes.push(...changesOfStreams(streams, day))
      await addEgress(this.#context.db, changes, 'sent')
    } catch (error) {
      this.#meter.changedSite.putBack(site)
      this.#meter.changedStreams.putBack(streams)
      this.#meter.changedAddresses.putBack(addresses)
      throw error
    }
    try {
      await this.#addresses.save(addresses)
    } catch (error) {
      this.#meter.changedAddresses.putBack(addresses)
      throw error
    }
  }

  /** What the site sends now: the mean of the last minutes. */
  bytesPerSecond(): number {
    return this.#rate.perSecond()
  }

  /** What is left of each budget. */
  rooms(): Room[] {
    return [this.#use.day, this.#use.month].flatMap((use) =>
      use ? [{ leftBytes: use.limitBytes - use.usedBytes, limitBytes: use.limitBytes, endsAtMs: use.endsAtMs }] : [],
    )
  }

  /** What is left of the share of a broadcast, or of its channel's, if that is less. */
  roomsOf(streamId: string): Room[] {
    const shared = sharedBudget(this.#use)
    const stream = this.#meter.streams.get(streamId)
    if (!shared || !stream || stream.left === Number.POSITIVE_INFINITY) return []
    return [{ leftBytes: stream.left, limitBytes: this.#shareBytes('broadcast'), endsAtMs: shared.endsAtMs }]
  }

  #channelLeft(channel: string): number {
    return this.#channelsLeft.get(channel) ?? Number.POSITIVE_INFINITY
  }

  async #begin(period: Period): Promise<void> {
    const { db, now } = this.#context
    // What was counted until now belongs to the period that has ended.
    if (this.#period) await this.save(() => true)
    const isNewShare = this.#shareKey(this.#period) !== this.#shareKey(period)
    this.#period = period
    const day = utcDay(now() - keptDays * dayMs)
    await deleteOldEgress(db, { addressDay: this.#shareKey(period), day })
    await this.#readSite()
    if (!isNewShare) return
    await this.#addresses.begin(this.#shareKey(period), this.#shareBytes('address'))
    this.#meter.renewAddresses()
  }

  async #readSite(): Promise<void> {
    const { db, settings } = this.#context
    const { day, firstDayOfMonth } = this.period
    const [month] = await readEgress(db, { scope: 'site', fromDay: firstDayOfMonth, toDay: day })
    const [today] = await readEgress(db, { scope: 'site', fromDay: day, toDay: day })
    const raises = await readRaises(db, firstDayOfMonth)
    this.#sentToday = today ? allBytes(today) : 0
    this.#use = siteUse(
      settings,
      {
        dayBytes: this.#sentToday,
        monthBytes: month ? allBytes(month) : 0,
        raisedToday: raises.get(day) ?? 0,
        raisedInMonth: [...raises.values()].reduce((sum, bytes) => sum + bytes, 0),
      },
      this.period,
    )
    this.#rate.add(this.#use.month?.usedBytes ?? (month ? allBytes(month) : 0))
    // What was written since it was saved is not in the totals.
    this.#meter.site.left = leftOf(this.#use) - this.#meter.site.unsaved
    this.#addresses.setShare(this.#shareBytes('address'))
  }

  async #readStreams(): Promise<void> {
    const shared = sharedBudget(this.#use)
    this.#meter.forgetStreams(this.#context.now() - activeMs)
    if (!shared) return
    const streams = [...this.#meter.streams.values()]
    await this.#nameChannels(streams)
    const known = streams.filter(({ channel }) => channel)
    const channels = [...new Set(known.flatMap(({ channel }) => channel ?? []))]
    const ofStreams = await this.#readShared(
      'broadcast',
      known.map(({ id }) => id),
    )
    const ofChannels = await this.#readShared('channel', channels)
    this.#channelsLeft = new Map(
      channels.map((channel) => [channel, this.#shareBytes('channel') - (ofChannels.get(channel) ?? 0)]),
    )
    for (const account of known) {
      const ofStream = this.#shareBytes('broadcast') - (ofStreams.get(account.id) ?? 0)
      const ofChannel = this.#channelLeft(account.channel ?? '')
      account.left = Math.min(ofStream, ofChannel) - account.unsaved
      account.used = Math.max(1 - ofStream / this.#shareBytes('broadcast'), 1 - ofChannel / this.#shareBytes('channel'))
    }
  }

  async #readShared(scope: 'broadcast' | 'channel', ids: string[]): Promise<Map<string, number>> {
    const { day, firstDayOfMonth } = this.period
    const fromDay = this.#use.day ? day : firstDayOfMonth
    const totals = await readEgress(this.#context.db, { scope, fromDay, toDay: day, ids })
    return new Map(totals.map((total) => [total.id, allBytes(total)]))
  }

  async #nameChannels(streams: readonly StreamAccount[]): Promise<void> {
    const unnamed = streams.filter(({ channel }) => channel === undefined)
    if (unnamed.length === 0) return
    const channels = await findChannelsOfStreams(
      this.#context.db,
      unnamed.map(({ id }) => id),
    )
    for (const account of unnamed) account.channel = channels.get(account.id) ?? null
  }

  #shareBytes(of: keyof EgressSettings['shares']): number {
    const shared = sharedBudget(this.#use)
    return shared ? shared.limitBytes * this.#context.settings.shares[of] : Number.POSITIVE_INFINITY
  }

  /** The period of the shares: the day, or the month where only that has a budget. */
  #shareKey(period: Period | undefined): string {
    if (!period) return ''
    return this.#context.settings.dayBytes === undefined ? period.day.slice(0, 7) : period.day
  }
}

/** What was sent for a stream that does not exist, such as refusals, counts for the site only. */
function changesOfStreams(streams: readonly { account: StreamAccount; bytes: number }[], day: string): EgressChange[] {
  const known = streams.filter(({ account }) => account.channel)
  const byChannel = new Map<string, number>()
  for (const { account, bytes } of known) {
    byChannel.set(account.channel ?? '', (byChannel.get(account.channel ?? '') ?? 0) + bytes)
  }
  return [
    ...known.map(({ account, bytes }) => ({ scope: 'broadcast' as const, day, id: account.id, bytes })),
    ...[...byChannel].map(([id, bytes]) => ({ scope: 'channel' as const, day, id, bytes })),
  ]
}
