import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** From here on the delays that are measured are those of this machine. */
const busyShare = 0.7
const lateMs = 50

/** What this process takes of its core, and how late it is itself. */
export function measureSelf() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const cpu = process.cpuUsage()
  const startedMs = performance.now()
  return () => {
    delay.disable()
    const { user, system } = process.cpuUsage(cpu)
    const core = (user + system) / 1000 / (performance.now() - startedMs)
    // Its timer is due every 10 ms.
    const [median = 0, late = 0] = [50, 99].map((percent) => Math.max(0, delay.percentile(percent) / 1e6 - 10))
    const isLimit = core > busyShare || late > lateMs
    return [
      `this machine      ${(core * 100).toFixed(0)} % of a core for these viewers; load ${loadavg()[0]?.toFixed(1)}`,
      `… event loop      ${median.toFixed(1)} ms late, 99th percentile ${late.toFixed(1)} ms`,
      isLimit
        ? 'TOO MUCH FOR THIS MACHINE: delays and losses above may be its own. Use fewer viewers, or several machines.'
        : 'This machine had time left: the figures are those of the site and the way to it.',
    ].join('\n')
  }
}
