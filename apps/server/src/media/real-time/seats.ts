/** One address may take this share of the seats, and at least so many: a school, but not everybody's seat. */
const shareOfAddress = 0.25
const leastOfAddress = 8

/** The seats of a process, and who has them. Their number may change. */
export class Seats {
  count: number
  readonly #byAddress = new Map<string, number>()
  #taken = 0

  constructor(count: number) {
    this.count = count
  }

  get taken(): number {
    return this.#taken
  }

  /** False when there is no seat, for anybody or for this group of addresses. */
  take(address: string): boolean {
    const ofAddress = this.#byAddress.get(address) ?? 0
    const perAddress = Math.max(leastOfAddress, Math.ceil(this.count * shareOfAddress))
    if (this.#taken >= this.count || ofAddress >= perAddress) return false
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
