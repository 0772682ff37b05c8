import type { VideoConfig } from '../sample.ts'

/** A video configuration and a reader for the access units that use it. */
export interface AccessUnitReader {
  config: VideoConfig
  /** Never throws. */
  readAccessUnit(data: Uint8Array): AccessUnit
}

export interface AccessUnit {
  kind: AccessUnitKind
  /** The bytes that belong into a sample, as a view of the input. */
  data: Uint8Array
}

export type AccessUnitKind =
  /** Decoding can start here. */
  | 'key'
  | 'picture'
  /** Well formed but without a picture (parameter sets, messages, delimiters). */
  | 'no-picture'
  /** The lengths do not add up. */
  | 'broken'

/** No level of any codec allows a longer side (sqrt(8 x the largest picture)). Keeps invalid sizes away from players. */
const maxSidePixels = 16_888

/** Throws `RangeError` for a picture size that no decoder supports. */
export function requirePictureSize(width: number, height: number): void {
  const isPossible = width >= 1 && height >= 1 && width <= maxSidePixels && height <= maxSidePixels
  if (!isPossible) throw new RangeError('the picture size is out of range')
}
