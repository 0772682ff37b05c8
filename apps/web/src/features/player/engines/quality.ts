/** An entry of the quality menu (rule PLAYER-4). */
export interface Quality {
  index: number
  height: number
  bitrate: number
  name: string
}

export const automaticQuality = -1

/** Whether there is a quality with fewer bits than the one that plays, which a viewer in trouble can choose. */
export function hasLowerQuality(qualities: readonly Quality[], playing: number): boolean {
  const current = qualities.find(({ index }) => index === playing)
  if (!current) return qualities.length > 1
  return qualities.some(({ bitrate }) => bitrate < current.bitrate)
}

/**
 * The qualities of a master playlist, best first. A name is '720p', by the shorter side of the picture, or the bitrate in kbit/s when
 * its size is unknown.
 */
export function qualitiesOf(levels: readonly { width?: number; height?: number; bitrate?: number }[]): Quality[] {
  return levels
    .map(({ width, height = 0, bitrate = 0 }, index) => {
      const lines = Math.min(width || height, height)
      return { index, height, bitrate, name: lines > 0 ? `${lines}p` : `${Math.round(bitrate / 1000)}k` }
    })
    .sort((a, b) => b.height - a.height || b.bitrate - a.bitrate)
}
