type HoldResult<Result> = { result: Result } | { refused: 'full' | 'timeout' | 'aborted' }

/** Requests held until what they ask for exists. One wake-up checks all of them, and their number is limited. */
export class HeldRequests {
  readonly #maxHeldRequests: number
  /** For each held request: how to check it again, and how to refuse it. */
  readonly #checks = new Map<() => void, () => void>()

  constructor(maxHeldRequests: number) {
    this.#maxHeldRequests = maxHeldRequests
  }

  get count(): number {
    return this.#checks.size
  }

  /** Checks every held request again. */
  wake(): void {
    for (const check of [...this.#checks.keys()]) check()
  }

  /** Refuses every held request, because this process will receive no more media. */
  refuseAll(): void {
    for (const refuse of [...this.#checks.values()]) refuse()
  }

  /** Resolves with the first result of `find` that is not undefined. Calls `signalOf` only when it has to wait. */
  waitFor<Result>(
    find: () => Result | undefined,
    timeoutMs: number,
    signalOf?: () => AbortSignal,
  ): Promise<HoldResult<Result>> {
    const found = find()
    if (found !== undefined) return Promise.resolve({ result: found })
    const signal = signalOf?.()
    if (signal?.aborted) return Promise.resolve({ refused: 'aborted' })
    if (this.#checks.size >= this.#maxHeldRequests) return Promise.resolve({ refused: 'full' })
    return new Promise((resolve, reject) => {
      const settle = (holdResult: HoldResult<Result>) => {
        this.#checks.delete(check)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(holdResult)
      }
      const check = () => {
        try {
          const result = find()
          if (result !== undefined) settle({ result })
        } catch (error) {
          this.#checks.delete(check)
          clearTimeout(timer)
          reject(error)
        }
      }
      const abort = () => settle({ refused: 'aborted' })
      const timer = setTimeout(() => settle({ refused: 'timeout' }), timeoutMs)
      this.#checks.set(check, abort)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
}
