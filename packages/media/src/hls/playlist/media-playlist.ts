import type { Targets } from '../cut/part-plan.ts'
import type { HlsKeys, SegmentEncryption } from '../encryption.ts'
import type { Segment } from '../rendition/segment.ts'
import { withToken } from './playlist-query.ts'
import { initPath, partPath, segmentPath } from './request-path.ts'

interface MediaPlaylistView {
  targets: Targets
  segments: readonly Segment[]
  /** Encryption of the next segment, once the last one is closed. */
  upcoming: SegmentEncryption | undefined
  keys: HlsKeys | undefined
  isEnded: boolean
  /** Last segment and part of each of the other renditions. */
  reports: readonly { name: string; sequence: number; part: number | undefined }[]
  canSkip: boolean
  token: string | undefined
}

const partTargetsHeldBack = 3
const listedPartTargetDurations = 3
const skipTargetDurations = 6

/** A media playlist (RFC 8216bis section 4.4). Every tested player accepts this order of tags. */
export function mediaPlaylist(view: MediaPlaylistView): string {
  const { targets, segments } = view
  const first = segments[0]
  if (first === undefined) return ''
  const partTargetS = targets.partTargetMs / 1000
  const canSkipUntilS = skipTargetDurations * targets.targetDurationS
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targets.targetDurationS}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partTargetsHeldBack * partTargetS).toFixed(3)},CAN-SKIP-UNTIL=${canSkipUntilS.toFixed(1)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTargetS.toFixed(3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first.sequence}`,
    // A discontinuity is counted when its tag has left the playlist (section 6.2.2).
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuity - (first.isAfterDiscontinuity ? 1 : 0)}`,
  ]
  const skipped = view.canSkip ? countSkippable(segments, canSkipUntilS) : 0
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`)
  const partsFrom = firstIndexWithParts(segments, listedPartTargetDurations * targets.targetDurationS)
  segments.forEach((segment, index) => {
    if (index >= skipped) lines.push(...segmentLines(view, segment, index === 0, index >= partsFrom))
  })
  lines.push(...endLines(view))
  return `${lines.join('\n')}\n`
}

function segmentLines(view: MediaPlaylistView, segment: Segment, isFirst: boolean, hasParts: boolean): string[] {
  const lines: string[] = []
  if (segment.isAfterDiscontinuity) lines.push('#EXT-X-DISCONTINUITY')
  if (isFirst || segment.isAfterDiscontinuity) {
    // A key tag applies to every EXT-X-MAP after it (section 4.4.4.5); initialisation segments are not encrypted.
    if (!isFirst && segment.encryption !== undefined) lines.push('#EXT-X-KEY:METHOD=NONE')
    lines.push(`#EXT-X-MAP:URI="${initPath(segment.initNumber)}"`)
  }
  if (segment.encryption !== undefined) lines.push(keyTag(view, segment.encryption))
  lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(Math.round(segment.programDateTimeMs)).toISOString()}`)
  if (hasParts) {
    segment.parts.forEach((part, index) => {
      const independent = part.isIndependent ? ',INDEPENDENT=YES' : ''
      lines.push(
        `#EXT-X-PART:DURATION=${part.durationS.toFixed(5)},URI="${partPath(segment.sequence, index)}"${independent}`,
      )
    })
  }
  if (segment.isClosed) lines.push(`#EXTINF:${segment.durationS.toFixed(5)},`, segmentPath(segment.sequence))
  return lines
}

function endLines(view: MediaPlaylistView): string[] {
  if (view.isEnded) return ['#EXT-X-ENDLIST']
  const last = view.segments.at(-1)
  if (last === undefined) return []
  const lines: string[] = []
  // Some players decrypt the hinted part with the last key tag that they have read.
  if (last.isClosed && view.upcoming !== undefined) lines.push(keyTag(view, view.upcoming))
  const next = last.isClosed ? partPath(last.sequence + 1, 0) : partPath(last.sequence, last.parts.length)
  lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${next}"`)
  for (const { name, sequence, part } of view.reports) {
    const uri = withToken(`../${name}/media.m3u8`, view.token)
    const lastPart = part === undefined ? '' : `,LAST-PART=${part}`
    lines.push(`#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${sequence}${lastPart}`)
  }
  return lines
}

function keyTag(view: MediaPlaylistView, encryption: SegmentEncryption): string {
  const uri = withToken(view.keys?.uri(encryption.keyNumber) ?? '', view.token)
  return `#EXT-X-KEY:METHOD=AES-128,URI="${uri}",IV=0x${Buffer.from(encryption.iv).toString('hex')}`
}

/** How many segments lie before the Skip Boundary, further from the end than CAN-SKIP-UNTIL (section 4.4.3.8). */
function countSkippable(segments: readonly Segment[], canSkipUntilS: number): number {
  let fromEndS = 0
  let index = segments.length
  while (index > 0 && fromEndS <= canSkipUntilS) {
    index -= 1
    fromEndS += segments[index]?.durationS ?? 0
  }
  return index
}

/** Index of the first segment with parts: segments further than three target durations from the end list none (section 4.4.4.9). */
function firstIndexWithParts(segments: readonly Segment[], lengthS: number): number {
  const roundingS = 0.1
  let fromEndS = 0
  let index = segments.length
  while (index > 0) {
    fromEndS += segments[index - 1]?.durationS ?? 0
    if (fromEndS > lengthS - roundingS && index < segments.length) break
    index -= 1
  }
  return index
}
