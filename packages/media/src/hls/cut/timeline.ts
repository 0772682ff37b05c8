import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'

/** A stretch of the sender's clock, placed on the timeline of the broadcast. */
export interface Epoch {
  number: number
  /** Added to a sender's time in ticks it gives the time on the timeline. */
  shiftTicks: number
  startTicks: number
  /** Wall-clock time of the start. */
  startWallMs: number
}

const nearTicks = 3 * ticksPerSecond
const rememberedEpochs = 8

/**
 * The timeline that the renditions of a broadcast share. It goes on without a hole when the sender's clock jumps or another encoder
 * takes over: the leading rendition places the new stretch, the others follow.
 */
export class Timeline {
  #epochs: Epoch[] = []
  #endTicks = 0

  /** No rendition joins what was placed before. */
  get latest(): number {
    return this.#epochs.at(-1)?.number ?? -1
  }

  reach(endTicks: number): void {
    this.#endTicks = Math.max(this.#endTicks, endTicks)
  }

  /** The epoch later than `after` to which a sender's time belongs, if it has been placed. */
  find(senderMs: number, after: number): Epoch | undefined {
    return this.#epochs.findLast((epoch) => epoch.number > after && this.#holds(epoch, senderMs))
  }

  /** The epoch later than `after` to which a sender's time belongs. A new one begins at `endTicks`. */
  join(senderMs: number, after: number, endTicks: number, wallMs: number): Epoch {
    const known = this.find(senderMs, after)
    if (known !== undefined) return known
    const startTicks = Math.round(Math.max(endTicks, this.#endTicks))
    const shiftTicks = startTicks - Math.round(senderMs * ticksPerMs)
    const epoch = { number: this.latest + 1, shiftTicks, startTicks, startWallMs: wallMs }
    this.#epochs = [...this.#epochs, epoch].slice(-rememberedEpochs)
    return epoch
  }

  #holds(epoch: Epoch, senderMs: number): boolean {
    const ticks = senderMs * ticksPerMs + epoch.shiftTicks
    return ticks >= epoch.startTicks && ticks <= this.#endTicks + nearTicks
  }
}
