/** The media sequence number after that of a playlist's newest segment. */
export function newestSegment(playlist: string): number {
  const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(playlist)?.[1])
  return first + (playlist.match(/^#EXTINF/gm)?.length ?? 0)
}
