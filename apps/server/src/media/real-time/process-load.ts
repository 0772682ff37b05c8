import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

export interface ProcessLoad {
  /** The busier of two: the thread that serves everything, and all threads of the process against the machine's cores; 0 to 1. */
  busy: number
  /** How late the thread's callbacks come. */
  delayMs: number
}

/** Each sample wakes the thread, also where nobody watches. */
const resolutionMs = 50
const percentile = 95
/** Load comes in bursts, such as a key frame for everybody: the figures are of the last three periods. */
const periods = 3

/** Measures this process from one call of `read` to the next. */
export function measureProcessLoad(cores = availableParallelism()): { read(): ProcessLoad; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  const samples: ProcessLoad[] = []
  let utilization = performance.eventLoopUtilization()
  let cpu = process.cpuUsage()
  let atMs = performance.now()
  return {
    read() {
      const nowMs = performance.now()
      const used = process.cpuUsage(cpu)
      const ofCores = (used.user + used.system) / 1000 / Math.max(1, nowMs - atMs) / cores
      const ofThread = performance.eventLoopUtilization(utilization).utilization
      // The histogram has the time between two callbacks that are due after `resolutionMs`.
      const delayMs = Math.max(0, delays.percentile(percentile) / 1e6 - resolutionMs)
      utilization = performance.eventLoopUtilization()
      cpu = process.cpuUsage()
      atMs = nowMs
      delays.reset()
      samples.push({ busy: Math.max(ofCores, ofThread), delayMs })
      if (samples.length > periods) samples.shift()
      return {
        busy: samples.reduce((sum, { busy }) => sum + busy, 0) / samples.length,
        delayMs: samples.reduce((sum, sample) => sum + sample.delayMs, 0) / samples.length,
      }
    },
    close() {
      delays.disable()
    },
  }
}
