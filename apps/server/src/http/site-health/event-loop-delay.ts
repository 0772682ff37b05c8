import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 20

/** How late the event loop is (fault F21). */
export class EventLoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs })

  constructor() {
    this.#histogram.enable()
  }

  /** The worst hundredth since the last reading, in milliseconds. */
  read(): number {
    const nanoseconds = this.#histogram.percentile(99)
    this.#histogram.reset()
    // The histogram has the time between two timers, which includes their interval.
    return Math.max(0, nanoseconds / 1e6 - resolutionMs)
  }

  close(): void {
    this.#histogram.disable()
  }
}
