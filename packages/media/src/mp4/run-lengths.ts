/** A list in which the same value often follows itself, kept as the lengths of its runs. */
export class RunLengths {
  readonly #runs: { count: number; value: number }[] = []

  add(value: number): void {
    const last = this.#runs.at(-1)
    if (last?.value === value) last.count += 1
    else this.#runs.push({ count: 1, value })
  }

  /** Replaces the last value. */
  replaceLast(value: number): void {
    const last = this.#runs.at(-1)
    if (last === undefined) return
    last.count -= 1
    if (last.count === 0) this.#runs.pop()
    this.add(value)
  }

  get runs(): readonly { readonly count: number; readonly value: number }[] {
    return this.#runs
  }
}
