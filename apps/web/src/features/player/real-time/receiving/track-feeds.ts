import type { Connection } from './connection.ts'
import { TrackFeed } from './track-feed.ts'

interface TrackFeedsOptions {
  onFrame(): void
  onSkipped(): void
  nowMs(): number
}

/** The feeds of the newest connection. Tracks that are likely to be wanted are requested before the catalog is there. */
export class TrackFeeds {
  readonly #options: TrackFeedsOptions
  #connection: Connection | undefined
  #early: TrackFeed[] = []

  constructor(options: TrackFeedsOptions) {
    this.#options = options
  }

  get connection(): Connection | undefined {
    return this.#connection
  }

  /** From now on tracks are requested here, and these at once, the most urgent first. */
  join(connection: Connection, early: readonly { name: string; priority: number }[]): void {
    this.dropEarly()
    this.#connection = connection
    this.#early = early.map(({ name, priority }) => this.#request(connection, name, priority))
  }

  /** The feed of a track: the one that was requested early, or a new one. */
  take(name: string, priority: number): TrackFeed | undefined {
    const early = this.#early.find((feed) => feed.name === name && !feed.hasEnded)
    this.#early = this.#early.filter((feed) => feed !== early)
    return early ?? (this.#connection && this.#request(this.#connection, name, priority))
  }

  /** What was requested early and not taken is not wanted. */
  dropEarly(): void {
    for (const feed of this.#early.splice(0)) feed.close()
  }

  #request(connection: Connection, name: string, priority: number): TrackFeed {
    return new TrackFeed(connection, name, { priority, ...this.#options })
  }
}
