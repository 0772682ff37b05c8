/** A pause of the process that measures: its timers, and with them the clock picture and the proxy, stood still. */
export interface OwnPause {
  endedAtMs: number
  lastedMs: number
}

const tickMs = 20
const countsFromMs = 150

/** Notes when this process could not run. What happens to viewers then says nothing about the site. */
export function watchOwnPauses(): { pauses: readonly OwnPause[]; stop(): void } {
  const pauses: OwnPause[] = []
  let tickedMs = performance.now()
  const timer = setInterval(() => {
    const lastedMs = performance.now() - tickedMs - tickMs
    tickedMs = performance.now()
    if (lastedMs > countsFromMs) pauses.push({ endedAtMs: Date.now(), lastedMs })
  }, tickMs)
  return { pauses, stop: () => clearInterval(timer) }
}
