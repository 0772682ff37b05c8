/** Settings that suit most connections and computers: H.264, CBR, a key frame every two seconds. */
export interface Preset {
  name: string
  width: number
  height: number
  framesPerSecond: 30 | 60
  videoKbps: number
}

export const presets: readonly [Preset, ...Preset[]] = [
  { name: '1080p60', width: 1920, height: 1080, framesPerSecond: 60, videoKbps: 6000 },
  { name: '1080p30', width: 1920, height: 1080, framesPerSecond: 30, videoKbps: 4500 },
  { name: '720p60', width: 1280, height: 720, framesPerSecond: 60, videoKbps: 4500 },
  { name: '720p30', width: 1280, height: 720, framesPerSecond: 30, videoKbps: 3000 },
  // OBS accepts only widths that are multiples of four.
  { name: '480p30', width: 852, height: 480, framesPerSecond: 30, videoKbps: 1200 },
]

export const keyIntervalSeconds = 2
export const audioKbps = 160

/** The upload speed to recommend, in Mbit/s. A connection that only just carries the stream drops frames. */
export function uploadMbps({ videoKbps }: Preset): number {
  return Math.ceil(((videoKbps + audioKbps) * 1.4) / 1000)
}
