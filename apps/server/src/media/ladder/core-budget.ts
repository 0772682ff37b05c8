/** The cores of this machine that the ladders of all broadcasts may use. */
export class CoreBudget {
  readonly #cores: number
  #taken = 0

  constructor(cores: number) {
    this.#cores = cores
  }

  /** Takes this many cores; takes none and returns false when fewer are left. */
  take(cores: number): boolean {
    if (this.#taken + cores > this.#cores) return false
    this.#taken += cores
    return true
  }

  release(cores: number): void {
    this.#taken = Math.max(0, this.#taken - cores)
  }
}

/** The rest is for ingest, packaging and delivery. */
export const shareOfCores = 0.6
