import type { TrackConfig, TrackKind } from '../sample.ts'

/** Ticks per second of video times, and of everything that is measured across tracks. */
export const ticksPerSecond = 90_000
export const ticksPerMs = ticksPerSecond / 1000

export function trackIdOf(track: TrackKind): number {
  return track === 'video' ? 1 : 2
}

/** Audio counts in its own samples, so that a frame's duration is exact. */
export function timescaleOf(config: TrackConfig): number {
  return config.track === 'video' ? ticksPerSecond : config.sampleRateHz
}
