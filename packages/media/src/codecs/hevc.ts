import type { VideoConfig } from '../sample.ts'
import { type AccessUnitKind, type AccessUnitReader, requirePictureSize } from './access-unit-reader.ts'
import { createBitReader } from './bit-reader.ts'
import { visitNalUnits, withoutEmulationPrevention } from './nal-unit.ts'

/** ITU-T H.265 Table 7-1. */
const nalTypes = { lastSlice: 9, firstRandomAccess: 16, lastRandomAccess: 21, vps: 32, sps: 33, pps: 34 } as const

const fixedBytes = 23

/**
 * Reads an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 section 8.3.3.1). The bytes are copied.
 * Throws `RangeError` when they cannot describe a video.
 */
export function parseHevcConfiguration(record: Uint8Array): AccessUnitReader {
  // Encoders from before the final edition of the standard write version 0.
  if (record.length < fixedBytes || record[0]! > 1) throw new RangeError('not an HEVC configuration record')
  const nalLengthBytes = (record[21]! & 3) + 1
  if (nalLengthBytes === 3) throw new RangeError('NAL unit lengths of 3 bytes do not exist')
  const description = Uint8Array.from(record)
  description[0] = 1
  const parameters = markComplete(description)
  const { width, height } = parseHevcPictureSize(parameters)
  const config: VideoConfig = {
    track: 'video',
    codec: 'hevc',
    codecString: codecString(record),
    width,
    height,
    description,
  }
  return { config, readAccessUnit: (data) => ({ kind: classifyHevc(data, nalLengthBytes), data }) }
}

/**
 * Marks the arrays of parameter sets as complete, as the sample entry `hvc1` requires (ISO/IEC 14496-15 section 8.4.1.1), and
 * returns the first sequence parameter set.
 */
function markComplete(record: Uint8Array): Uint8Array {
  const complete = 0x80
  let parameters: Uint8Array | undefined
  let position = fixedBytes
  for (let array = 0; array < record[fixedBytes - 1]!; array++) {
    if (position + 3 > record.length) throw new RangeError('the parameter sets end early')
    const type = record[position]! & 0x3f
    if (type >= nalTypes.vps && type <= nalTypes.pps) record[position] = record[position]! | complete
    const count = (record[position + 1]! << 8) | record[position + 2]!
    position += 3
    for (let index = 0; index < count; index++) {
      const length = ((record[position] ?? 0) << 8) | (record[position + 1] ?? 0)
      const end = position + 2 + length
      if (end > record.length) throw new RangeError('the parameter sets end early')
      if (type === nalTypes.sps) parameters ??= record.subarray(position + 2, end)
      position = end
    }
  }
  if (parameters === undefined) throw new RangeError('no sequence parameter set')
  return parameters
}

/** ISO/IEC 14496-15 Annex E.3: profile, reversed compatibility flags, tier and level, constraint bytes without trailing zeros. */
function codecString(record: Uint8Array): string {
  const space = ['', 'A', 'B', 'C'][record[1]! >> 6]
  const tier = record[1]! & 0x20 ? 'H' : 'L'
  const profile = record[1]! & 0x1f
  let compatibility = 0
  for (let bit = 0; bit < 32; bit++) {
    if (record[2 + (bit >> 3)]! & (0x80 >> (bit & 7))) compatibility += 2 ** bit
  }
  const constraints = [...record.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  const hexadecimal = (value: number) => value.toString(16).toUpperCase()
  const parts = [`${space}${profile}`, hexadecimal(compatibility), `${tier}${record[12]}`]
  return ['hvc1', ...parts, ...constraints.map(hexadecimal)].join('.')
}

/**
 * Displayed size in pixels, from a sequence parameter set NAL unit (ITU-T H.265 section 7.3.2.2.1).
 * Throws `RangeError` when the bits end early or are invalid.
 */
function parseHevcPictureSize(nalUnit: Uint8Array): { width: number; height: number } {
  if (nalUnit.length < 3 || ((nalUnit[0]! >> 1) & 0x3f) !== nalTypes.sps)
    throw new RangeError('not a sequence parameter set')
  const reader = createBitReader(withoutEmulationPrevention(nalUnit.subarray(2)))
  reader.bits(4)
  const subLayers = reader.bits(3)
  reader.flag()
  // profile_tier_level (section 7.3.3).
  const profileBits = 88
  const levelBits = 8
  const skip = (bits: number): void => {
    for (let left = bits; left > 0; left -= 8) reader.bits(Math.min(8, left))
  }
  skip(profileBits + levelBits)
  const present = Array.from({ length: subLayers }, () => ({ hasProfile: reader.flag(), hasLevel: reader.flag() }))
  if (subLayers > 0) skip(2 * (8 - subLayers))
  for (const { hasProfile, hasLevel } of present) skip((hasProfile ? profileBits : 0) + (hasLevel ? levelBits : 0))
  reader.unsigned()
  const chromaFormat = reader.unsigned()
  if (chromaFormat > 3) throw new RangeError('unknown chroma format')
  const separatePlanes = chromaFormat === 3 && reader.flag()
  let width = reader.unsigned()
  let height = reader.unsigned()
  if (reader.flag()) {
    // Section 7.4.3.2.1: the conformance window counts chroma samples; Table 6-1 gives SubWidthC and SubHeightC.
    const unitX = !separatePlanes && (chromaFormat === 1 || chromaFormat === 2) ? 2 : 1
    const unitY = !separatePlanes && chromaFormat === 1 ? 2 : 1
    width -= (reader.unsigned() + reader.unsigned()) * unitX
    height -= (reader.unsigned() + reader.unsigned()) * unitY
  }
  requirePictureSize(width, height)
  return { width, height }
}

/** Decoding can start at any random access picture: IDR, BLA and CRA (H.265 section 3.119). */
export function classifyHevc(data: Uint8Array, nalLengthBytes: number): AccessUnitKind {
  let kind: AccessUnitKind = 'no-picture'
  const isWhole = visitNalUnits(data, nalLengthBytes, (start) => {
    const type = (data[start]! >> 1) & 0x3f
    if (type >= nalTypes.firstRandomAccess && type <= nalTypes.lastRandomAccess) kind = 'key'
    else if (type <= nalTypes.lastSlice && kind !== 'key') kind = 'picture'
  })
  return isWhole ? kind : 'broken'
}
