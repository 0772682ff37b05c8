import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'

/** One address may take this share of the seats, and at least so many: a school, but not everybody's seat. */
const shareOfAddress = 0.25
const leastOfAddress = 8

/**
 * A process sends from one thread. In `bench/real-time.ts`, 500 viewers of 1 Mbit/s took 0.17 of a core. Streams have several times that
 * bitrate, and ingest, chat and LL-HLS need the larger part of the thread. With one core, everything else runs on it too.
 */
const seatsOfOneCore = 150
const seatsOfSeveralCores = 500

/** How many viewers this process serves in real time. The others watch LL-HLS. */
export function seatCount(realTime: Config['realTime'], cores = availableParallelism()): number {
  if (realTime === 'off') return 0
  if (realTime === 'auto') return cores > 1 ? seatsOfSeveralCores : seatsOfOneCore
  return realTime
}

/** The seats of a process, and who has them. */
export class Seats {
  readonly #count: number
  readonly #perAddress: number
  readonly #byAddress = new Map<string, number>()
  #taken = 0

  constructor(count: number) {
    this.#count = count
    this.#perAddress = Math.max(leastOfAddress, Math.ceil(count * shareOfAddress))
  }

  /** False when there is no seat, for anybody or for this group of addresses. */
  take(address: string): boolean {
    const ofAddress = this.#byAddress.get(address) ?? 0
    if (this.#taken >= this.#count || ofAddress >= this.#perAddress) return false
    this.#taken += 1
    this.#byAddress.set(address, ofAddress + 1)
    return true
  }

  release(address: string): void {
    const ofAddress = (this.#byAddress.get(address) ?? 0) - 1
    this.#taken -= 1
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress)
    else this.#byAddress.delete(address)
  }
}
