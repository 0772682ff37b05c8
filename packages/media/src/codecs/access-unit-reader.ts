import type { VideoConfig } from '../sample.ts'

/** A video configuration and how to read the access units that come under it. */
export interface AccessUnitReader {
  config: VideoConfig
  /** Never throws. */
  readAccessUnit(data: Uint8Array): AccessUnit
}

export interface AccessUnit {
  kind: AccessUnitKind
  /** What belongs into a sample; points into what was read. */
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

/** Larger than any level of any codec allows (sqrt(8 x) the largest picture on a side); keeps nonsense out of the player. */
const maxSidePixels = 16_888

/** Throws `RangeError` for a picture that no decoder shows. */
export function requirePictureSize(width: number, height: number): void {
  const isPossible = width >= 1 && height >= 1 && width <= maxSidePixels && height <= maxSidePixels
  if (!isPossible) throw new RangeError('the picture size makes no sense')
}
