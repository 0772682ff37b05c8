import { lineViolations } from './playlist-lines.ts'

/** A parsed media playlist. The parser shares no code with the writer, so that each reveals mistakes of the other. */
export interface CheckedPlaylist {
  constants: string
  targetDurationS: number
  partTargetS: number
  mediaSequence: number
  discontinuitySequence: number
  skipped: number
  segments: CheckedSegment[]
  hint: string | undefined
  /** Key tag after the last closed segment. */
  upcomingKey: string | undefined
  isEnded: boolean
}

interface CheckedSegment {
  sequence: number
  uri: string | undefined
  durationS: number
  parts: { uri: string; durationS: number; isIndependent: boolean }[]
  key: string | undefined
  map: string | undefined
  discontinuity: number
  dateMs: number
}

/** Checks the successive playlists of one rendition, each by itself and against the earlier ones. */
export class PlaylistChecker {
  readonly violations: string[] = []
  #last: CheckedPlaylist | undefined
  #known = new Map<number, CheckedSegment>()

  /** Checks the next playlist and returns it in full: a delta update is completed from the previous one. */
  check(text: string): CheckedPlaylist {
    const playlist = readPlaylist(text, this.#last)
    const report = (violation: string) => this.violations.push(violation)
    lineViolations(text).forEach(report)
    checkShape(text, playlist, report)
    const last = this.#last
    if (last !== undefined) {
      if (last.constants !== playlist.constants) report(`constants changed: ${last.constants} -> ${playlist.constants}`)
      if (playlist.mediaSequence < last.mediaSequence) report('the media sequence went back')
      if (playlist.discontinuitySequence < last.discontinuitySequence) report('the discontinuity sequence went back')
      if (last.isEnded && !playlist.isEnded) report('EXT-X-ENDLIST disappeared')
      const reach = (list: CheckedPlaylist) => list.segments.at(-1)?.sequence ?? list.mediaSequence - 1
      if (reach(playlist) < reach(last)) report('the playlist became shorter')
      if (playlist.mediaSequence > reach(last) + 1) report('segments were skipped')
    }
    for (const segment of playlist.segments) this.#compare(segment, report)
    this.#checkHint(last, playlist, report)
    this.#last = playlist
    return playlist
  }

  /** A known segment may only grow. */
  #compare(segment: CheckedSegment, report: (violation: string) => void): void {
    const known = this.#known.get(segment.sequence)
    this.#known.set(segment.sequence, segment)
    const before = this.#known.get(segment.sequence - 1)
    if (before?.key !== undefined && before.key === segment.key)
      report(`segment ${segment.sequence}: same key and IV as the previous segment`)
    if (known === undefined) return
    const at = `segment ${segment.sequence}`
    if (known.uri !== undefined && known.uri !== segment.uri) report(`${at}: changed after it was closed`)
    if (known.uri !== undefined && known.durationS !== segment.durationS) report(`${at}: its duration changed`)
    if (known.key !== segment.key || known.map !== segment.map) report(`${at}: its key or map changed`)
    if (known.discontinuity !== segment.discontinuity) report(`${at}: its discontinuity number changed`)
    if (known.dateMs !== segment.dateMs) report(`${at}: its date changed`)
    if (
      segment.parts.length > 0 &&
      JSON.stringify(segment.parts).indexOf(JSON.stringify(known.parts).slice(0, -1)) !== 0
    ) {
      report(`${at}: a part changed`)
    }
  }

  /** The hinted part is the next one, unless a key frame ended the segment early. */
  #checkHint(last: CheckedPlaylist | undefined, now: CheckedPlaylist, report: (violation: string) => void): void {
    const end = last?.segments.at(-1)
    if (last?.hint === undefined || end === undefined) return
    const before = end.uri === undefined ? end.parts.length : 0
    const sequence = end.uri === undefined ? end.sequence : end.sequence + 1
    const next = now.segments.find((segment) => segment.sequence === sequence)?.parts[before]
    if (next !== undefined && next.uri !== last.hint) report(`hinted ${last.hint}, followed by ${next.uri}`)
    const opened = now.segments.find((segment) => segment.sequence === end.sequence + 1)
    if (end.uri !== undefined && last.upcomingKey !== undefined && opened !== undefined) {
      const isNewPeriod = opened.discontinuity !== end.discontinuity
      if (!isNewPeriod && opened.key !== last.upcomingKey) report(`segment ${opened.sequence}: not the announced key`)
    }
  }
}

function checkShape(text: string, playlist: CheckedPlaylist, report: (violation: string) => void): void {
  const { targetDurationS, partTargetS, segments } = playlist
  const control = /PART-HOLD-BACK=([\d.]+),CAN-SKIP-UNTIL=([\d.]+)/.exec(text)
  // RFC 8216bis section 4.4.3.8.
  if (Number(control?.[1]) < 3 * partTargetS - 0.0005) report('PART-HOLD-BACK is below three part targets')
  if (Number(control?.[2]) < 6 * targetDurationS) report('CAN-SKIP-UNTIL is below six target durations')
  if (!text.startsWith('#EXTM3U\n')) report('does not begin with EXTM3U')
  const kept = segments.slice(playlist.skipped)
  const keptS = kept.reduce(
    (sum, segment) => sum + (segment.uri === undefined ? sumOf(segment.parts) : segment.durationS),
    0,
  )
  // Only segments further from the end than CAN-SKIP-UNTIL may be skipped (section 4.4.3.8).
  if (playlist.skipped > 0 && keptS < Number(control?.[2])) report('segments after the skip boundary were skipped')
  let fromEndS = 0
  for (const segment of [...segments].reverse()) {
    const at = `segment ${segment.sequence}`
    const isClosed = segment.uri !== undefined
    if (isClosed && Math.round(segment.durationS) > targetDurationS) report(`${at}: longer than the target duration`)
    if (segment.map === undefined) report(`${at}: no map`)
    if (Number.isNaN(segment.dateMs)) report(`${at}: no date`)
    if (fromEndS > 3 * targetDurationS + 0.001 && segment.parts.length > 0) report(`${at}: parts too far from the end`)
    fromEndS += isClosed ? segment.durationS : sumOf(segment.parts)
    if (isClosed && segment.parts.length > 0 && Math.abs(sumOf(segment.parts) - segment.durationS) > 0.001) {
      report(`${at}: its parts last ${sumOf(segment.parts)} s, the segment ${segment.durationS} s`)
    }
    segment.parts.forEach((part, index) => {
      const isLast = isClosed && index === segment.parts.length - 1
      if (part.durationS > partTargetS) report(`${part.uri}: ${part.durationS} s is longer than the part target`)
      if (part.durationS <= 0.2) report(`${part.uri}: ${part.durationS} s is too short for hls.js`)
      const isShort = part.durationS < 0.85 * partTargetS
      // The newest part may become the last of its segment.
      const isNewest = !isClosed && index === segment.parts.length - 1
      if (isShort && !isLast && !isNewest && !part.isIndependent) report(`${part.uri}: below 85 % of the part target`)
    })
  }
  if (!playlist.isEnded && playlist.hint === undefined) report('no preload hint')
  if (playlist.isEnded && playlist.hint !== undefined) report('a preload hint after the end')
}

function sumOf(parts: CheckedSegment['parts']): number {
  return parts.reduce((sum, part) => sum + part.durationS, 0)
}

/** Parses a playlist line by line. `last` supplies the segments that a delta update skips. */
export function readPlaylist(text: string, last?: CheckedPlaylist): CheckedPlaylist {
  const one = (name: string) => new RegExp(`^#EXT-X-${name}:(.*)$`, 'm').exec(text)?.[1] ?? ''
  const playlist: CheckedPlaylist = {
    constants: [one('TARGETDURATION'), one('SERVER-CONTROL'), one('PART-INF'), one('VERSION')].join(' '),
    targetDurationS: Number(one('TARGETDURATION')),
    partTargetS: Number(attribute(one('PART-INF'), 'PART-TARGET')),
    mediaSequence: Number(one('MEDIA-SEQUENCE')),
    discontinuitySequence: Number(one('DISCONTINUITY-SEQUENCE')),
    skipped: Number(attribute(one('SKIP'), 'SKIPPED-SEGMENTS') ?? 0),
    segments: [],
    hint: attribute(one('PRELOAD-HINT'), 'URI'),
    upcomingKey: undefined,
    isEnded: text.includes('#EXT-X-ENDLIST'),
  }
  const skippedEnd = playlist.mediaSequence + playlist.skipped
  const filled =
    last?.segments.filter(({ sequence }) => sequence >= playlist.mediaSequence && sequence < skippedEnd) ?? []
  playlist.segments.push(...filled.map((segment) => ({ ...segment, parts: [] })))
  let key: string | undefined
  let map = filled.at(-1)?.map
  let discontinuity = filled.at(-1)?.discontinuity ?? playlist.discontinuitySequence
  const fresh = (sequence: number): CheckedSegment => ({
    sequence,
    uri: undefined,
    durationS: 0,
    parts: [],
    key,
    map,
    discontinuity,
    dateMs: Number.NaN,
  })
  let segment = fresh(skippedEnd)
  for (const line of text.split('\n')) {
    const [tag = '', value = ''] = line.startsWith('#') ? splitOnce(line) : [line]
    if (tag === '#EXT-X-DISCONTINUITY') segment.discontinuity = discontinuity += 1
    if (tag === '#EXT-X-KEY') segment.key = key = value === 'METHOD=NONE' ? undefined : value
    if (tag === '#EXT-X-MAP') {
      // A key tag before a map would mean that the initialisation segment is encrypted.
      if (key !== undefined) throw new Error('EXT-X-MAP under an EXT-X-KEY')
      segment.map = map = attribute(value, 'URI')
    }
    if (tag === '#EXT-X-PROGRAM-DATE-TIME') segment.dateMs = Date.parse(value)
    if (tag === '#EXTINF') segment.durationS = Number.parseFloat(value)
    if (tag === '#EXT-X-PART') {
      segment.parts.push({
        uri: attribute(value, 'URI') ?? '',
        durationS: Number(attribute(value, 'DURATION')),
        isIndependent: value.includes('INDEPENDENT=YES'),
      })
    }
    if (line !== '' && !line.startsWith('#')) {
      segment.uri = line
      playlist.segments.push(segment)
      segment = fresh(segment.sequence + 1)
    }
  }
  if (segment.parts.length > 0) playlist.segments.push(segment)
  else playlist.upcomingKey = segment.key
  return playlist
}

function splitOnce(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)]
}

/** The value of an attribute, without quotation marks. */
export function attribute(list: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|,)${name}=("[^"]*"|[^,]*)`).exec(list)?.[1]
  return value?.replaceAll('"', '')
}
