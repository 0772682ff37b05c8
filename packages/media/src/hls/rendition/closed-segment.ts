import type { FragmentHead } from '../../fmp4/fragment-reader.ts'
import type { Tracks } from '../cut/packager.ts'
import type { SegmentEncryption } from '../encryption.ts'

/** A complete segment of a rendition, with everything that is needed to play it again later. */
export interface ClosedSegment {
  rendition: string
  /** Never decreases within a stream. Renditions use the same number for the same media. */
  sequence: number
  /** The first one after a discontinuity, or of the stream. */
  isAfterDiscontinuity: boolean
  /** Decoding can start with its first frame. */
  isIndependent: boolean
  durationS: number
  programDateTimeMs: number
  encryption: Pick<SegmentEncryption, 'keyNumber' | 'iv'> | undefined
  /** Bytes of all `pieces`, or a few less. */
  size: number
  init: { number: number; body: Uint8Array }
  tracks: Tracks
  frameRate: number | undefined
  /** The bytes that are served for the whole segment, one piece after the other. */
  pieces: readonly Uint8Array[]
  /** Say where the samples are in it. */
  heads: readonly FragmentHead[]
  /** Frees the memory of `pieces`, which must not be used afterwards. */
  release(): void
}
