import type { VideoConfig } from '../sample.ts'
import { parseSequenceParameters } from './avc-sps.ts'

/** A video configuration and what else its record tells. */
export interface AvcConfiguration {
  config: VideoConfig
  /** Bytes of the length before each NAL unit: 1, 2 or 4. */
  nalLengthBytes: number
  frameRateHz: number | undefined
}

/**
 * Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15 section 5.3.3.1). The bytes are copied.
 * Throws `RangeError` when they cannot describe a video.
 */
export function parseAvcConfiguration(record: Uint8Array): AvcConfiguration {
  if (record.length < 7 || record[0] !== 1) throw new RangeError('not an AVC configuration record')
  const nalLengthBytes = (record[4]! & 3) + 1
  if (nalLengthBytes === 3) throw new RangeError('NAL unit lengths of 3 bytes do not exist')
  const setCount = record[5]! & 0x1f
  if (setCount === 0) throw new RangeError('no sequence parameter set')
  const setLength = (record[6]! << 8) | (record[7] ?? 0)
  if (8 + setLength > record.length) throw new RangeError('the sequence parameter set ends early')
  const parameters = parseSequenceParameters(record.subarray(8, 8 + setLength))
  const { profile, compatibility, level, width, height, frameRateHz } = parameters
  const config: VideoConfig = {
    track: 'video',
    codec: 'avc',
    // RFC 6381 section 3.3: the three bytes after the NAL header, in hexadecimal.
    codecString: `avc1.${hex(profile)}${hex(compatibility)}${hex(level)}`,
    width,
    height,
    description: Uint8Array.from(record),
  }
  return { config, nalLengthBytes, frameRateHz }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

export type AccessUnitKind =
  /** Holds an IDR picture: decoding can start here. */
  | 'idr'
  | 'picture'
  /** Well formed but without a picture (parameter sets, SEI, delimiters). */
  | 'no-picture'
  /** The lengths do not add up. */
  | 'broken'

/** Walks the length-prefixed NAL units of one access unit (ISO/IEC 14496-15 section 5.2.3, types in H.264 Table 7-1). */
export function classifyAccessUnit(data: Uint8Array, nalLengthBytes: number): AccessUnitKind {
  let kind: AccessUnitKind = 'no-picture'
  let position = 0
  while (position < data.length) {
    if (position + nalLengthBytes > data.length) return 'broken'
    let length = 0
    for (let index = 0; index < nalLengthBytes; index++) length = length * 256 + data[position + index]!
    position += nalLengthBytes
    if (position + length > data.length) return 'broken'
    if (length > 0) {
      const type = data[position]! & 0x1f
      if (type === 5) kind = 'idr'
      else if (type >= 1 && type <= 4 && kind !== 'idr') kind = 'picture'
    }
    position += length
  }
  return kind
}
