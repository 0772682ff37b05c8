import { proxyHeader } from '../../http/egress/own-process.ts'

/** Longer than a process on a busy machine needs to answer that it runs. */
const answerTimeoutMs = 5_000
/** Nobody has to wait for a process that does not answer, so it need not be asked more often. */
const pauseMs = 1_000

interface OtherProcess {
  asking: Promise<boolean> | undefined
  askedAtMs: number
  isUnreachable: boolean
}

/** Which of the site's other processes answer this one. Those of another part of a network that has broken apart do not. */
export class OtherProcesses {
  readonly #mark: string
  readonly #known = new Map<string, OtherProcess>()
  readonly #onLost: (address: string) => void

  /** `mark` is what the site's processes show each other; `onLost` hears of each that does not answer any more. */
  constructor(mark: string, onLost: (address: string) => void) {
    this.#mark = mark
    this.#onLost = onLost
  }

  /** Whether it is known not to answer. Asks it again meanwhile. */
  isUnreachable(address: string): boolean {
    const known = this.#known.get(address)
    if (!known?.isUnreachable) return false
    if (performance.now() - known.askedAtMs > pauseMs) void this.ask(address)
    return true
  }

  /** Asks whether it runs: whoever has waited for it for long wants to know whether it is worth it. */
  ask(address: string): Promise<boolean> {
    const known = this.#known.get(address) ?? { asking: undefined, askedAtMs: 0, isUnreachable: false }
    this.#known.set(address, known)
    known.asking ??= this.#askOnce(address, known).finally(() => {
      known.asking = undefined
    })
    return known.asking
  }

  /** Forgets those that hold nothing any more. */
  keep(addresses: ReadonlySet<string | undefined>): void {
    for (const address of this.#known.keys()) if (!addresses.has(address)) this.#known.delete(address)
  }

  /** Rejects, and says which, while one that holds streams does not answer. */
  async check(): Promise<void> {
    const lost = [...this.#known.keys()].filter((address) => this.isUnreachable(address))
    if (lost.length > 0)
      throw new Error(`no answer from ${lost.join(', ')}: its streams cannot be watched through here`)
  }

  async #askOnce(address: string, known: OtherProcess): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(answerTimeoutMs)
      const response = await fetch(`${address}/healthz`, {
        headers: { [proxyHeader]: this.#mark },
        redirect: 'error',
        signal,
      })
      await response.body?.cancel()
      known.isUnreachable = false
    } catch {
      known.isUnreachable = true
      this.#onLost(address)
    } finally {
      known.askedAtMs = performance.now()
    }
    return !known.isUnreachable
  }
}
