/** A list in which the same value often follows itself, kept as the lengths of its runs. */
export class RunLengths {
  readonly #counts: number[] = []
  readonly #values: number[] = []

  add(value: number): void {
    const last = this.#values.length - 1
    if (this.#values[last] === value) this.#counts[last] = (this.#counts[last] ?? 0) + 1
    else {
      this.#counts.push(1)
      this.#values.push(value)
    }
  }

  /** Replaces the last value. */
  replaceLast(value: number): void {
    const last = this.#values.length - 1
    if (last < 0) return
    if (this.#counts[last] === 1) {
      this.#counts.pop()
      this.#values.pop()
    } else this.#counts[last] = (this.#counts[last] ?? 0) - 1
    this.add(value)
  }

  /** Whether every value is this one. */
  isOnly(value: number): boolean {
    return this.#values.every((one) => one === value)
  }

  /** The length of each run and its value, to which `raise` is added, one after the other. */
  pairs(raise = 0): Uint32Array {
    const pairs = new Uint32Array(2 * this.#counts.length)
    for (let run = 0; run < this.#counts.length; run += 1) {
      pairs[2 * run] = this.#counts[run] ?? 0
      pairs[2 * run + 1] = (this.#values[run] ?? 0) + raise
    }
    return pairs
  }
}
