import { requirePictureSize } from './access-unit-reader.ts'
import { type BitReader, createBitReader } from './bit-reader.ts'
import { withoutEmulationPrevention } from './nal-unit.ts'

/** The fields of an H.264 sequence parameter set that players need. */
interface SequenceParameters {
  profile: number
  /** The byte of constraint flags between profile and level. */
  compatibility: number
  level: number
  /** Displayed size in pixels, after cropping. */
  width: number
  height: number
  /** Frames per second when the stream declares a constant rate (VUI `fixed_frame_rate_flag`). */
  frameRateHz: number | undefined
}

/**
 * Reads a sequence parameter set NAL unit, its header byte included (ITU-T H.264 section 7.3.2.1.1).
 * Throws `RangeError` when the bits end early or are invalid.
 */
export function parseSequenceParameters(nalUnit: Uint8Array): SequenceParameters {
  if (nalUnit.length < 4 || (nalUnit[0]! & 0x1f) !== 7) throw new RangeError('not a sequence parameter set')
  const reader = createBitReader(withoutEmulationPrevention(nalUnit.subarray(1)))
  const profile = reader.bits(8)
  const compatibility = reader.bits(8)
  const level = reader.bits(8)
  reader.unsigned()

  const { chromaFormat, separatePlanes } = readChroma(reader, profile)
  skipPictureOrder(reader)
  reader.unsigned()
  reader.flag()
  const widthInMacroblocks = reader.unsigned() + 1
  const heightInMapUnits = reader.unsigned() + 1
  const framesOnly = reader.flag()
  if (!framesOnly) reader.flag()
  reader.flag()

  const fieldFactor = framesOnly ? 1 : 2
  let width = widthInMacroblocks * 16
  let height = heightInMapUnits * 16 * fieldFactor
  if (reader.flag()) {
    // Section 7.4.2.1.1: crop offsets count chroma samples; Table 6-1 gives SubWidthC and SubHeightC.
    const isSubsampledAcross = !separatePlanes && (chromaFormat === 1 || chromaFormat === 2)
    const isSubsampledDown = !separatePlanes && chromaFormat === 1
    const unitX = isSubsampledAcross ? 2 : 1
    const unitY = (isSubsampledDown ? 2 : 1) * fieldFactor
    const left = reader.unsigned()
    const right = reader.unsigned()
    const top = reader.unsigned()
    const bottom = reader.unsigned()
    width -= (left + right) * unitX
    height -= (top + bottom) * unitY
  }
  requirePictureSize(width, height)
  return { profile, compatibility, level, width, height, frameRateHz: readFrameRate(reader) }
}

/** The profiles whose parameter sets contain a chroma format (section 7.3.2.1.1). */
const profilesWithChroma = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

function readChroma(reader: BitReader, profile: number): { chromaFormat: number; separatePlanes: boolean } {
  if (!profilesWithChroma.has(profile)) return { chromaFormat: 1, separatePlanes: false }
  const chromaFormat = reader.unsigned()
  if (chromaFormat > 3) throw new RangeError('unknown chroma format')
  const separatePlanes = chromaFormat === 3 && reader.flag()
  reader.unsigned()
  reader.unsigned()
  reader.flag()
  if (reader.flag()) {
    const lists = chromaFormat === 3 ? 12 : 8
    for (let index = 0; index < lists; index++) if (reader.flag()) skipScalingList(reader, index < 6 ? 16 : 64)
  }
  return { chromaFormat, separatePlanes }
}

/** Section 7.3.2.1.1.1. */
function skipScalingList(reader: BitReader, size: number): void {
  let last = 8
  let next = 8
  for (let index = 0; index < size; index++) {
    if (next !== 0) next = (last + reader.signed() + 256) & 0xff
    last = next === 0 ? last : next
  }
}

function skipPictureOrder(reader: BitReader): void {
  reader.unsigned()
  const kind = reader.unsigned()
  if (kind === 0) reader.unsigned()
  if (kind !== 1) return
  reader.flag()
  reader.signed()
  reader.signed()
  const cycle = reader.unsigned()
  if (cycle > 255) throw new RangeError('picture order cycle too long')
  for (let index = 0; index < cycle; index++) reader.signed()
}

/** Undefined when the VUI (Annex E.1.1) ends early: it is optional, so the stream remains usable. */
function readFrameRate(reader: BitReader): number | undefined {
  try {
    if (!reader.flag()) return undefined
    if (reader.flag() && reader.bits(8) === 255) reader.bits(32)
    if (reader.flag()) reader.flag()
    if (reader.flag()) {
      reader.bits(4)
      if (reader.flag()) reader.bits(24)
    }
    if (reader.flag()) {
      reader.unsigned()
      reader.unsigned()
    }
    if (!reader.flag()) return undefined
    const unitsInTick = reader.bits(32)
    const timeScale = reader.bits(32)
    const isFixed = reader.flag()
    // Annex E.2.1: a tick is a field, and a frame has two.
    return isFixed && unitsInTick > 0 ? timeScale / (2 * unitsInTick) : undefined
  } catch {
    return undefined
  }
}
