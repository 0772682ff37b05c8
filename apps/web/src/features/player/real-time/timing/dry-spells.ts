const withinMs = 60_000
/** Shorter ones are hardly noticed. */
const leastMs = 100
/** What runs dry so soon again does so for the same reason: what was held back comes in pieces. */
const recoveryMs = 2000

/**
 * Counts how often the buffer ran dry because of the network. What comes first tells: the answer to a question that was asked when the
 * buffer ran dry means that the server has no media, because the encoder paused; media means that the network held it back.
 */
export class DrySpells {
  #current: { sinceMs: number; cause: 'encoder' | 'network' | undefined } | undefined
  #endedAtMs: number[] = []

  begin(nowMs: number): void {
    this.#current ??= { sinceMs: nowMs, cause: undefined }
  }

  /** For how long the buffer has been dry; 0 while it is not. */
  lastsMs(nowMs: number): number {
    return this.#current === undefined ? 0 : nowMs - this.#current.sinceMs
  }

  serverAnswered(): void {
    if (this.#current) this.#current.cause ??= 'encoder'
  }

  mediaArrived(): void {
    if (this.#current) this.#current.cause ??= 'network'
  }

  /** The current one is not counted. */
  forget(): void {
    this.#current = undefined
  }

  /** Returns how many dry spells the network caused within the last minute, if this was one of them; otherwise 0. */
  end(nowMs: number): number {
    const spell = this.#current
    this.#current = undefined
    if (spell?.cause !== 'network' || nowMs - spell.sinceMs < leastMs) return 0
    if (spell.sinceMs < (this.#endedAtMs.at(-1) ?? Number.NEGATIVE_INFINITY) + recoveryMs) return 0
    this.#endedAtMs = [...this.#endedAtMs.filter((endedAtMs) => endedAtMs > nowMs - withinMs), nowMs]
    return this.#endedAtMs.length
  }
}
