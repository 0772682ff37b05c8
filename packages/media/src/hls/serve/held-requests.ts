export type Waited<Result> = { result: Result } | { refused: 'full' | 'timeout' | 'aborted' }

/** Requests held until something exists. They share one wake-up and are limited in number. */
export class HeldRequests {
  readonly #maxWaiters: number
  /** How to look again, and how to give up. */
  readonly #checks = new Map<() => void, () => void>()

  constructor(maxWaiters: number) {
    this.#maxWaiters = maxWaiters
  }

  get count(): number {
    return this.#checks.size
  }

  /** Looks again on behalf of everyone who waits. */
  wake(): void {
    for (const check of [...this.#checks.keys()]) check()
  }

  /** Nothing more will come here. */
  refuseAll(): void {
    for (const refuse of [...this.#checks.values()]) refuse()
  }

  /** The first answer of `look` that is not undefined. */
  until<Result>(
    look: () => Result | undefined,
    timeoutMs: number,
    signalOf?: () => AbortSignal,
  ): Promise<Waited<Result>> {
    const now = look()
    if (now !== undefined) return Promise.resolve({ result: now })
    const signal = signalOf?.()
    if (signal?.aborted) return Promise.resolve({ refused: 'aborted' })
    if (this.#checks.size >= this.#maxWaiters) return Promise.resolve({ refused: 'full' })
    return new Promise((resolve, reject) => {
      const settle = (waited: Waited<Result>) => {
        this.#checks.delete(check)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        resolve(waited)
      }
      const check = () => {
        try {
          const result = look()
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
