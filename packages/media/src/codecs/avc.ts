import type { VideoConfig } from '../sample.ts'
import type { AccessUnitKind, AccessUnitReader } from './access-unit-reader.ts'
import { parseSequenceParameters } from './avc-sps.ts'
import { visitNalUnits } from './nal-unit.ts'

/** An AVC configuration with further fields of its record. */
interface AvcConfiguration extends AccessUnitReader {
  /** Size of the length field before each NAL unit: 1, 2 or 4. */
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
    codecString: `avc1.${hexByte(profile)}${hexByte(compatibility)}${hexByte(level)}`,
    width,
    height,
    description: Uint8Array.from(record),
  }
  return {
    config,
    nalLengthBytes,
    frameRateHz,
    readAccessUnit: (data) => ({ kind: classifyAvc(data, nalLengthBytes), data }),
  }
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

// ITU-T H.264 Table 7-1.
const idrSlice = 5
const lastSlice = 4

/**
 * Decoding can start at an IDR picture only, whatever the container's key flag says. Encoders also flag recovery points of open
 * GOPs and of intra refresh, but Chromium's Media Source drops everything before an IDR picture.
 */
export function classifyAvc(data: Uint8Array, nalLengthBytes: number): AccessUnitKind {
  let kind: AccessUnitKind = 'no-picture'
  const isWhole = visitNalUnits(data, nalLengthBytes, (start) => {
    const type = data[start]! & 0x1f
    if (type === idrSlice) kind = 'key'
    else if (type >= 1 && type <= lastSlice && kind !== 'key') kind = 'picture'
  })
  return isWhole ? kind : 'broken'
}
