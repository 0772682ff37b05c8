/** Bounds how many downloads run at a time: all of them, and those of one group of addresses. */
export class DownloadSlots {
  readonly #limits: { all: number; ofAddress: number }
  readonly #taken: string[] = []

  constructor(limits: { all: number; ofAddress: number }) {
    this.#limits = limits
  }

  /** Returns what gives the slot back, or undefined when none is free. */
  take(address: string): (() => void) | undefined {
    const ofAddress = this.#taken.filter((one) => one === address).length
    if (this.#taken.length >= this.#limits.all || ofAddress >= this.#limits.ofAddress) return undefined
    this.#taken.push(address)
    return () => void this.#taken.splice(this.#taken.indexOf(address), 1)
  }
}
