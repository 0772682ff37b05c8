import { ticksPerMs, ticksPerSecond } from '../../fmp4/track.ts'

/** A run of the sender's clock without a jump, mapped onto the timeline of the broadcast. */
export interface Epoch {
  number: number
  /** Offset in ticks from the sender's clock to the timeline. */
  shiftTicks: number
  startTicks: number
  /** Wall-clock time of the start. */
  startWallClockMs: number
}

const nearTicks = 3 * ticksPerSecond
const rememberedEpochs = 8

/**
 * The timeline that the renditions of a broadcast share. It continues without a gap when the sender's clock jumps or another
 * encoder takes over: the leading rendition adds an epoch, and the others use it.
 */
export class Timeline {
  #epochs: Epoch[] = []
  #endTicks = 0

  /** Number of the newest epoch, -1 before the first. */
  get latestEpoch(): number {
    return this.#epochs.at(-1)?.number ?? -1
  }

  extendTo(endTicks: number): void {
    this.#endTicks = Math.max(this.#endTicks, endTicks)
  }

  /** The newest epoch that covers a sender's time and has a number above `after`. */
  find(senderMs: number, after: number): Epoch | undefined {
    return this.#epochs.findLast((epoch) => epoch.number > after && this.#covers(epoch, senderMs))
  }

  /** Like `find`, but adds an epoch when there is none. It starts at `endTicks` or where the timeline ends. */
  findOrAdd(senderMs: number, after: number, endTicks: number, wallClockMs: number): Epoch {
    const known = this.find(senderMs, after)
    if (known !== undefined) return known
    const startTicks = Math.round(Math.max(endTicks, this.#endTicks))
    const shiftTicks = startTicks - Math.round(senderMs * ticksPerMs)
    const epoch = { number: this.latestEpoch + 1, shiftTicks, startTicks, startWallClockMs: wallClockMs }
    this.#epochs = [...this.#epochs, epoch].slice(-rememberedEpochs)
    return epoch
  }

  #covers(epoch: Epoch, senderMs: number): boolean {
    const ticks = senderMs * ticksPerMs + epoch.shiftTicks
    return ticks >= epoch.startTicks && ticks <= this.#endTicks + nearTicks
  }
}
