import type { ProcessLoad } from './process-load.ts'

/** What every process has room for, however busy it looks: such a measurement is no better than a guess for so few. */
const leastSeats = 20
/**
 * `bench/viewers/real-time.ts`: 500 viewers of 1 Mbit/s took 0.54 of a core, most of it for the number of writes. Only seats that are free are
 * counted with this; those that are taken show in the measurement.
 */
const coresPerViewer = 0.0013
/** Real time fills the process up to here. The rest is for ingest, chat and LL-HLS, whose load comes in bursts. */
const busyMax = 0.6
/** When callbacks come this late, frames and chat messages do too. */
const delayMaxMs = 60
/** Beyond these, viewers in real time are sent to LL-HLS, a tenth at a time. */
const overloadBusy = 0.85
const overloadDelayMs = 250
const keptShare = 0.9

/** How many viewers a process serves in real time while it is loaded like this, when so many are served now. */
export function seatCount({ busy, delayMs }: ProcessLoad, taken: number): number {
  if (busy > overloadBusy || delayMs > overloadDelayMs) return Math.max(leastSeats, Math.floor(taken * keptShare))
  if (busy > busyMax || delayMs > delayMaxMs) return Math.max(leastSeats, taken)
  return Math.max(leastSeats, taken + Math.floor((busyMax - busy) / coresPerViewer))
}
