import { hasSampleEntry } from '../../fmp4/sample-entry.ts'
import type { Sample, TrackConfig } from '../../sample.ts'

/** False for times that are not numbers or far out of range, and for samples without data. */
export function isPlausible(sample: Sample): boolean {
  const maxTimeMs = 2 ** 43
  const isTime = (ms: number) => Number.isFinite(ms) && Math.abs(ms) < maxTimeMs
  const isNear = Math.abs(sample.ptsMs - sample.dtsMs) < 60_000
  return sample.data.length > 0 && isTime(sample.dtsMs) && isTime(sample.ptsMs) && isNear
}

/** True when the values fit into the boxes of an initialisation segment. */
export function isUsable(config: TrackConfig): boolean {
  const isCount = (value: number, most: number) => Number.isInteger(value) && value > 0 && value <= most
  if (config.description.length > 0xffff || !hasSampleEntry(config)) return false
  if (config.track === 'video') return isCount(config.width, 0xffff) && isCount(config.height, 0xffff)
  return isCount(config.sampleRateHz, 384_000) && isCount(config.samplesPerFrame, 8192) && isCount(config.channels, 64)
}

export function isSameConfig(a: TrackConfig, b: TrackConfig): boolean {
  const shape = (config: TrackConfig) => JSON.stringify({ ...config, description: [...config.description] })
  return shape(a) === shape(b)
}
