import type { RecordedEntry, RecordedRendition } from './recorded-rendition.ts'

/** A rendition that covers the whole recording. */
export interface AlignedRendition {
  name: string
  /** Segments of its own or, where it has none, of another rendition. */
  entries: readonly RecordedEntry[]
  /** Those of its own. */
  own: readonly RecordedEntry[]
}

export interface AlignedRecording {
  renditions: readonly AlignedRendition[]
  /** For each segment, whether it follows a discontinuity. The same in every rendition. */
  isDiscontinuous: readonly boolean[]
}

/** A rendition with less of its own is left out: it would mostly show another one. */
const leastShare = 0.5

/**
 * Gives every rendition the same segments as the leading one. A lower rendition begins later than the source after every
 * interruption, and may end early: those segments are taken from another rendition with the same codecs, so that players find media
 * everywhere. Discontinuities are marked in all renditions alike, because players use them to find the same place in another one
 * (RFC 8216bis section 6.2.4: matching discontinuity sequence numbers). They are those of the leading one. Where one rendition takes the
 * place of another, only the encoding changes: tracks and timestamps run on, so that a new EXT-X-MAP is enough (section 4.4.4.3), and the
 * playlist of the source has no mark at which VLC 3 would end.
 */
export function alignRenditions(renditions: readonly RecordedRendition[], leader: string): AlignedRecording {
  const leading = renditions.find(({ name }) => name === leader) ?? renditions[0]
  if (leading === undefined) return { renditions: [], isDiscontinuous: [] }
  const bySequence = new Map(
    renditions.map(({ name, entries }) => [name, new Map(entries.map((entry) => [entry.sequence, entry]))]),
  )
  const others = [leading, ...renditions.filter((one) => one !== leading)]
  const aligned = renditions.flatMap(({ name }): AlignedRendition[] => {
    const own = bySequence.get(name)
    const codecs = kindOf(own?.values().next().value)
    const entries = leading.entries.map(({ sequence }) => {
      const candidates = [own, ...others.map((other) => bySequence.get(other.name))]
      return candidates.map((known) => known?.get(sequence)).find((entry) => entry && kindOf(entry) === codecs)
    })
    const ownEntries = leading.entries.flatMap(({ sequence }) => own?.get(sequence) ?? [])
    const isWhole = entries.every((entry) => entry !== undefined)
    // The codecs of the leading rendition may change in the middle.
    if (name === leading.name) return [{ name, entries: leading.entries, own: leading.entries }]
    if (!isWhole || ownEntries.length < leading.entries.length * leastShare) return []
    return [{ name, entries, own: ownEntries }]
  })
  const isDiscontinuous = leading.entries.map((entry, index) => index > 0 && isBreak(leading.entries[index - 1], entry))
  return { renditions: aligned, isDiscontinuous }
}

function isBreak(before: RecordedEntry | undefined, entry: RecordedEntry): boolean {
  return entry.isAfterDiscontinuity || entry.sequence !== (before?.sequence ?? 0) + 1 || entry.init !== before?.init
}

/** What has to be equal for a player to go on: the codecs without their levels, and which tracks there are. */
function kindOf(entry: RecordedEntry | undefined): string {
  const { video, audio } = entry?.init ?? {}
  return `${video?.split('.')[0]} ${audio?.split('.')[0]}`
}
