import { DrySpells } from './dry-spells.ts'

interface BufferWatchOptions {
  /** Nothing is left to show. */
  isHeld(): boolean
  /** Asks the server for a sign of life. */
  ask(): void
  /** The viewer sees a picture that stands still, or one that moves again. */
  onStarved(isStarved: boolean): void
  /** The network has let the buffer run dry: once within the last minute, or too often. */
  onRanDry(isTooOften: boolean): void
}

/** A shorter one is not worth a word. */
const starvedAfterMs = 250
const mostDryPerMinute = 2

/** Watches the buffer run dry, and finds out because of whom. */
export class BufferWatch {
  readonly #options: BufferWatchOptions
  readonly #dry = new DrySpells()
  #heldSinceMs: number | undefined
  #isStarved = false
  #isExcused = false
  #isResting = false

  constructor(options: BufferWatchOptions) {
    this.#options = options
  }

  serverAnswered(): void {
    this.#dry.serverAnswered()
  }

  mediaArrived(): void {
    this.#dry.mediaArrived()
  }

  /** Until playback goes on, what is missing says nothing about the network: the machine has slept. */
  excuse(): void {
    this.#isExcused = true
    this.#dry.forget()
  }

  /** From now on nothing arrives, because nothing is wanted. */
  rest(): void {
    this.#isResting = true
    this.excuse()
  }

  resume(): void {
    this.#isResting = false
  }

  /** Called often. */
  update(nowMs: number): void {
    const isHeld = this.#options.isHeld() && !this.#isResting
    this.#heldSinceMs = isHeld ? (this.#heldSinceMs ?? nowMs) : undefined
    if (!isHeld && !this.#isResting) this.#isExcused = false
    if (isHeld && !this.#isExcused) {
      if (this.#dry.lastsMs(nowMs) === 0) this.#options.ask()
      this.#dry.begin(nowMs)
    } else {
      const count = this.#dry.end(nowMs)
      if (count > 0) this.#options.onRanDry(count >= mostDryPerMinute)
    }
    const isStarved = this.#heldSinceMs !== undefined && nowMs - this.#heldSinceMs > starvedAfterMs
    if (isStarved !== this.#isStarved) this.#options.onStarved(isStarved)
    this.#isStarved = isStarved
  }
}
