import { requirePictureSize } from './access-unit-reader.ts'
import { type BitReader, createBitReader } from './bit-reader.ts'

/** The fields of an AV1 sequence header that players need. */
export interface Av1Sequence {
  /** The largest picture of the sequence, in pixels. */
  width: number
  height: number
  bitDepth: number
  isMonochrome: boolean
  /** subsampling_x, subsampling_y and chroma_sample_position: '110' is 4:2:0 of unknown position. */
  subsampling: string
  /** Undefined when the sequence does not describe its colours. */
  colour: { primaries: number; transfer: number; matrix: number } | undefined
  isFullRange: boolean
  /** reduced_still_picture_header: every frame is a key frame, without a frame type in its header. */
  isStillPicture: boolean
}

/**
 * Reads the payload of a sequence header OBU (AV1 bitstream specification section 5.5).
 * Throws `RangeError` when the bits end early or are invalid.
 */
export function parseAv1Sequence(payload: Uint8Array): Av1Sequence {
  const reader = createBitReader(payload)
  const profile = reader.bits(3)
  if (profile > 2) throw new RangeError('unknown AV1 profile')
  reader.flag()
  const isStillPicture = reader.flag()
  if (isStillPicture) reader.bits(5)
  else skipOperatingPoints(reader)
  const widthBits = reader.bits(4) + 1
  const heightBits = reader.bits(4) + 1
  const width = reader.bits(widthBits) + 1
  const height = reader.bits(heightBits) + 1
  requirePictureSize(width, height)
  if (!isStillPicture && reader.flag()) reader.bits(7)
  // use_128x128_superblock, enable_filter_intra, enable_intra_edge_filter.
  reader.bits(3)
  if (!isStillPicture) skipInterTools(reader)
  // enable_superres, enable_cdef, enable_restoration.
  reader.bits(3)
  return { width, height, isStillPicture, ...readColour(reader, profile) }
}

function skipOperatingPoints(reader: BitReader): void {
  let delayBits: number | undefined
  if (reader.flag()) {
    reader.bits(32)
    reader.bits(32)
    if (reader.flag()) reader.unsigned()
    if (reader.flag()) {
      delayBits = reader.bits(5) + 1
      reader.bits(32)
      reader.bits(10)
    }
  }
  const hasDisplayDelay = reader.flag()
  const points = reader.bits(5) + 1
  for (let point = 0; point < points; point++) {
    reader.bits(12)
    const level = reader.bits(5)
    if (level > 7) reader.flag()
    if (delayBits !== undefined && reader.flag()) {
      reader.bits(delayBits)
      reader.bits(delayBits)
      reader.flag()
    }
    if (hasDisplayDelay && reader.flag()) reader.bits(4)
  }
}

function skipInterTools(reader: BitReader): void {
  // enable_interintra_compound, enable_masked_compound, enable_warped_motion, enable_dual_filter.
  reader.bits(4)
  const hasOrderHint = reader.flag()
  if (hasOrderHint) reader.bits(2)
  const choosesScreenTools = reader.flag()
  const usesScreenTools = choosesScreenTools || reader.flag()
  if (usesScreenTools && !reader.flag()) reader.flag()
  if (hasOrderHint) reader.bits(3)
}

/** color_config (section 5.5.2). */
function readColour(
  reader: BitReader,
  profile: number,
): Pick<Av1Sequence, 'bitDepth' | 'isMonochrome' | 'subsampling' | 'colour' | 'isFullRange'> {
  const isHigh = reader.flag()
  const bitDepth = profile === 2 && isHigh ? (reader.flag() ? 12 : 10) : isHigh ? 10 : 8
  const isMonochrome = profile !== 1 && reader.flag()
  const colour = reader.flag()
    ? { primaries: reader.bits(8), transfer: reader.bits(8), matrix: reader.bits(8) }
    : undefined
  const common = { bitDepth, isMonochrome, colour }
  if (isMonochrome) return { ...common, isFullRange: reader.flag(), subsampling: '110' }
  // sRGB: BT.709 primaries, sRGB transfer, identity matrix.
  if (colour?.primaries === 1 && colour.transfer === 13 && colour.matrix === 0)
    return { ...common, isFullRange: true, subsampling: '000' }
  const isFullRange = reader.flag()
  let across = profile !== 1
  let down = profile === 0
  if (profile === 2 && bitDepth === 12) {
    across = reader.flag()
    down = across && reader.flag()
  }
  const position = across && down ? reader.bits(2) : 0
  return { ...common, isFullRange, subsampling: `${across ? 1 : 0}${down ? 1 : 0}${position}` }
}
