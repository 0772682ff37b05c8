import type { RtmpEvent } from '@waggle/media/rtmp/events'
import type { Log } from '../../lib/log.ts'
import { addressGroup, addressNetwork } from '../../lib/network/address-group.ts'

/** Events of one type and address that are logged in full in each period. The rest are counted. */
const maxLinesPerTypeAndAddress = 5
/** Lines of all addresses together in each period: somebody may own many addresses. */
const maxLines = 1000
/** Addresses with counts of their own in each period. */
const maxCountedAddresses = 100

/** How long a period lasts. */
export const rtmpLogPeriodMs = 60_000

type EventType = RtmpEvent['type']
type Counts = Partial<Record<EventType, number>>

/**
 * Logs the events of RTMP connections. Whoever opens connections quickly must not fill the disk: of each address, the first events
 * of a period are logged in full, and the rest as counts at its end.
 */
export class RtmpLog {
  readonly #log: Log
  #lines = 0
  readonly #logged = new Map<string, number>()
  readonly #counts = new Map<string, Counts>()
  #otherCounts: Counts = {}

  constructor(log: Log) {
    this.#log = log
  }

  add(event: RtmpEvent): void {
    const address = addressGroup(event.remoteAddress)
    const key = `${event.type} ${address}`
    const logged = this.#logged.get(key) ?? 0
    if (logged >= maxLinesPerTypeAndAddress || this.#lines >= maxLines) {
      this.#count(address, event.type)
      return
    }
    this.#logged.set(key, logged + 1)
    this.#lines += 1
    const { type, remoteAddress, ...facts } = event
    const network = addressNetwork(remoteAddress)
    this.#log[type === 'internal-error' ? 'error' : 'info']({ network, ...facts }, `rtmp ${type}`)
  }

  /** Logs what was only counted, and begins a new period. */
  endPeriod(): void {
    for (const [address, counts] of this.#counts)
      this.#log.info({ network: addressNetwork(address), counts }, 'rtmp events that were only counted')
    if (Object.keys(this.#otherCounts).length > 0)
      this.#log.info({ counts: this.#otherCounts }, 'rtmp events of other addresses that were only counted')
    this.#lines = 0
    this.#logged.clear()
    this.#counts.clear()
    this.#otherCounts = {}
  }

  #count(address: string, type: EventType): void {
    const counts = this.#countsOf(address)
    counts[type] = (counts[type] ?? 0) + 1
  }

  #countsOf(address: string): Counts {
    const known = this.#counts.get(address)
    if (known !== undefined) return known
    if (this.#counts.size >= maxCountedAddresses) return this.#otherCounts
    const counts: Counts = {}
    this.#counts.set(address, counts)
    return counts
  }
}
