/** Cores of this machine that the ladders of all broadcasts may take. */
export class CoreBudget {
  readonly #cores: number
  #taken = 0

  constructor(cores: number) {
    this.#cores = cores
  }

  /** Takes so many cores, or none at all when they are not left. */
  take(cores: number): boolean {
    if (this.#taken + cores > this.#cores) return false
    this.#taken += cores
    return true
  }

  giveBack(cores: number): void {
    this.#taken = Math.max(0, this.#taken - cores)
  }
}

/** The rest is for receiving, packaging and delivering. */
export const shareOfCores = 0.6
