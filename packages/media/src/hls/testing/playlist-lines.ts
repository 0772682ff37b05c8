/** The tags that we write in a media playlist, and how often each may appear (RFC 8216bis section 4.4). */
const onceOnly = new Set([
  ...['#EXTM3U', '#EXT-X-VERSION', '#EXT-X-TARGETDURATION', '#EXT-X-SERVER-CONTROL', '#EXT-X-PART-INF'],
  ...['#EXT-X-MEDIA-SEQUENCE', '#EXT-X-DISCONTINUITY-SEQUENCE', '#EXT-X-SKIP', '#EXT-X-PRELOAD-HINT', '#EXT-X-ENDLIST'],
])
const repeatable = new Set([
  ...['#EXT-X-DISCONTINUITY', '#EXT-X-MAP', '#EXT-X-KEY', '#EXT-X-PROGRAM-DATE-TIME', '#EXT-X-PART', '#EXTINF'],
  ...['#EXT-X-RENDITION-REPORT', '#EXT-X-GAP', '#EXT-X-BITRATE'],
])
const segmentTags = new Set(['#EXT-X-DISCONTINUITY', '#EXT-X-MAP', '#EXT-X-KEY', '#EXT-X-PROGRAM-DATE-TIME'])

/** Violations in the lines of one media playlist, without looking at earlier playlists. */
export function lineViolations(text: string): string[] {
  const violations: string[] = []
  // "Clients SHOULD refuse to parse Playlists that contain a BOM" (section 4.1).
  if (text.startsWith('\ufeff')) violations.push('begins with a byte order mark')
  if (!text.endsWith('\n')) violations.push('the last line has no line break')
  const lines = text.split('\n').slice(0, -1)
  const counts = new Map<string, number>()
  const addresses = new Set<string>()
  let hasParts = false
  let hasDuration = false
  lines.forEach((line, index) => {
    const at = `line ${index + 1}`
    if (line === '' || line !== line.trim()) violations.push(`${at}: blank, or with blanks at its ends`)
    if (!line.startsWith('#')) {
      if (!hasDuration) violations.push(`${at}: a segment without EXTINF`)
      hasParts = false
      hasDuration = false
    }
    const tag = line.startsWith('#') ? (line.split(':', 1)[0] ?? '') : ''
    if (tag !== '') counts.set(tag, (counts.get(tag) ?? 0) + 1)
    if (tag !== '' && !onceOnly.has(tag) && !repeatable.has(tag)) violations.push(`${at}: unknown tag ${tag}`)
    if (tag === '#EXTINF') hasDuration = true
    if (tag === '#EXT-X-PART') hasParts = true
    // Section 4.4.4.9: they "MUST appear before the first EXT-X-PART tag of the Parent Segment".
    if (segmentTags.has(tag) && hasParts) violations.push(`${at}: ${tag} after a part of its segment`)
    if (hasDuration && tag !== '' && tag !== '#EXTINF') violations.push(`${at}: ${tag} between EXTINF and its address`)
    const address = line.startsWith('#') ? /^#EXT-X-PART:.*URI="([^"]*)"/.exec(line)?.[1] : line
    if (address !== undefined && addresses.has(address)) violations.push(`${at}: ${address} a second time`)
    if (address !== undefined) addresses.add(address)
  })
  for (const [tag, count] of counts) if (count > 1 && onceOnly.has(tag)) violations.push(`${tag} ${count} times`)
  const hint = /^#EXT-X-PRELOAD-HINT:.*URI="([^"]*)"/m.exec(text)?.[1]
  if (hint !== undefined && addresses.has(hint)) violations.push(`hints at ${hint}, which exists`)
  const version = Number(/^#EXT-X-VERSION:(\d+)$/m.exec(text)?.[1])
  // Section 8: EXT-X-MAP outside of I-frame playlists needs 6, EXT-X-SKIP 9.
  if (!(version >= (counts.has('#EXT-X-SKIP') ? 9 : 6))) violations.push(`version ${version} is too low`)
  return violations
}
