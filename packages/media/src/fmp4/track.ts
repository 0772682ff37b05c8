import type { TrackConfig, TrackKind } from '../sample.ts'

/** Timescale of video, and of all times that do not belong to one track. */
export const ticksPerSecond = 90_000
export const ticksPerMs = ticksPerSecond / 1000

export function trackIdOf(track: TrackKind): number {
  return track === 'video' ? 1 : 2
}

/** The timescale of audio is its sample rate, so that frame durations are exact. */
export function timescaleOf(config: TrackConfig): number {
  return config.track === 'video' ? ticksPerSecond : config.sampleRateHz
}
