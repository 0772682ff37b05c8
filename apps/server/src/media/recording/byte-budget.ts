/** Memory that several users share. */
export class ByteBudget {
  readonly #maxBytes: number
  #usedBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** False when there is not so much left. */
  take(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.#maxBytes) return false
    this.#usedBytes += bytes
    return true
  }

  give(bytes: number): void {
    this.#usedBytes -= bytes
  }
}
