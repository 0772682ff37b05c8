interface Picture {
  readonly timestamp: number
  close(): void
}

/**
 * Decoded pictures that wait for their moment, in the order in which they are shown. `show` gets each at its time; one that comes late is
 * shown at once if nothing newer was.
 */
export class PictureQueue<Shown extends Picture> {
  readonly #show: (picture: Shown) => void
  #waiting: Shown[] = []
  #shownUs = Number.NEGATIVE_INFINITY
  #total = 0
  #dropped = 0

  constructor(show: (picture: Shown) => void) {
    this.#show = show
  }

  get length(): number {
    return this.#waiting.length
  }

  /** Pictures since the start, and how many of them were never shown. */
  get counts(): { total: number; dropped: number } {
    return { total: this.#total, dropped: this.#dropped }
  }

  get hasShown(): boolean {
    return this.#shownUs > Number.NEGATIVE_INFINITY
  }

  /** The timestamp of the picture that is shown next, in microseconds. */
  get nextUs(): number | undefined {
    return this.#waiting[0]?.timestamp
  }

  add(picture: Shown): void {
    this.#total += 1
    if (picture.timestamp <= this.#shownUs) {
      this.#drop(picture)
      return
    }
    // With few exceptions, a decoder gives pictures in the order of their times.
    const index = this.#waiting.findLastIndex(({ timestamp }) => timestamp < picture.timestamp) + 1
    this.#waiting.splice(index, 0, picture)
  }

  /** Shows the newest picture that is due at this time of the broadcast, in microseconds, and drops those before it. */
  showDue(positionUs: number): void {
    const due = this.#waiting.filter(({ timestamp }) => timestamp <= positionUs)
    const picture = due.pop()
    if (picture === undefined) return
    this.#waiting.splice(0, due.length + 1)
    for (const late of due) this.#drop(late)
    this.#shownUs = picture.timestamp
    this.#show(picture)
  }

  /** Drops pictures that another track takes the place of: those from this time on. */
  dropFrom(timestampUs: number): void {
    const dropped = this.#waiting.filter(({ timestamp }) => timestamp >= timestampUs)
    this.#waiting = this.#waiting.filter(({ timestamp }) => timestamp < timestampUs)
    for (const picture of dropped) picture.close()
    this.#total -= dropped.length
  }

  close(): void {
    for (const picture of this.#waiting) picture.close()
    this.#waiting = []
  }

  #drop(picture: Shown): void {
    this.#dropped += 1
    picture.close()
  }
}
