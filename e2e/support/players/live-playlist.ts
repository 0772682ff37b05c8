export interface LivePlaylist {
  firstSequence: number
  /** Number of discontinuity tags in the playlist. */
  discontinuities: number
  /** Number of discontinuities from the start of the stream to the end of the playlist. */
  discontinuity: number
  /** Complete segments: wall clock time of the start, and duration. */
  segments: { sequence: number; dateMs: number; durationS: number }[]
  /** Wall clock time at which the playlist's media ends. */
  endMs: number
}

/** Fetches and parses a media playlist; undefined while there is none. Throws on other failures. */
export async function readPlaylist(url: string): Promise<LivePlaylist | undefined> {
  const response = await fetch(url)
  if (response.status === 404 || response.status === 503) return undefined
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const text = await response.text()
  const firstSequence = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(text)?.[1])
  const segments: LivePlaylist['segments'] = []
  let endMs = 0
  for (const part of text.split('#EXT-X-PROGRAM-DATE-TIME:').slice(1)) {
    const dateMs = Date.parse(part.slice(0, part.indexOf('\n')))
    const durationS = Number(/^#EXTINF:([\d.]+)/m.exec(part)?.[1] ?? Number.NaN)
    const parts = [...part.matchAll(/^#EXT-X-PART:DURATION=([\d.]+)/gm)].map((match) => Number(match[1]))
    const isClosed = !Number.isNaN(durationS)
    if (isClosed) segments.push({ sequence: firstSequence + segments.length, dateMs, durationS })
    endMs = dateMs + 1000 * (isClosed ? durationS : parts.reduce((sum, length) => sum + length, 0))
  }
  const discontinuities = text.match(/^#EXT-X-DISCONTINUITY$/gm)?.length ?? 0
  const discontinuity = discontinuities + Number(/^#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)$/m.exec(text)?.[1] ?? 0)
  return { firstSequence, discontinuities, discontinuity, segments, endMs }
}
