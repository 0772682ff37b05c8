import type { VideoConfig } from '../sample.ts'
import { parseSequenceParameters } from './avc-sps.ts'
import { visitNalUnits, withoutEmulationPrevention } from './nal-unit.ts'
import type { AccessUnitKind, VideoConfiguration } from './video-configuration.ts'

/** An AVC configuration and what else its record tells. */
export interface AvcConfiguration extends VideoConfiguration {
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
    codecString: `avc1.${hexByte(profile)}${hexByte(compatibility)}${hexByte(level)}`,
    width,
    height,
    description: Uint8Array.from(record),
  }
  return {
    config,
    nalLengthBytes,
    frameRateHz,
    readAccessUnit: (data, isMarkedKey) => ({ kind: classifyAvc(data, nalLengthBytes, isMarkedKey), data }),
  }
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

// ITU-T H.264 Table 7-1.
const idrSlice = 5
const lastSlice = 4
const supplementalInformation = 6

/**
 * The picture, not the container's mark, says where decoding can start: at an IDR picture, or at a recovery point that the
 * container marks, which is all that open groups of pictures and intra refresh offer.
 */
export function classifyAvc(data: Uint8Array, nalLengthBytes: number, isMarkedKey: boolean): AccessUnitKind {
  let kind: AccessUnitKind = 'no-picture'
  let isRecoveryPoint = false
  const isWhole = visitNalUnits(data, nalLengthBytes, (start, end) => {
    const type = data[start]! & 0x1f
    if (type === idrSlice) kind = 'key'
    else if (type >= 1 && type <= lastSlice && kind !== 'key') kind = 'picture'
    else if (type === supplementalInformation && isMarkedKey) {
      isRecoveryPoint ||= hasRecoveryPoint(data.subarray(start + 1, end))
    }
  })
  if (!isWhole) return 'broken'
  return isRecoveryPoint && kind !== 'no-picture' ? 'key' : kind
}

/** Walks the messages of an SEI NAL unit (H.264 section 7.3.2.3.1; recovery point: section D.1.8). */
function hasRecoveryPoint(payload: Uint8Array): boolean {
  const recoveryPoint = 6
  const bytes = withoutEmulationPrevention(payload)
  let position = 0
  /** Bytes of 255 add up until a smaller one ends the number. */
  const readNumber = (): number => {
    let value = 0
    while (bytes[position] === 0xff) {
      value += 0xff
      position += 1
    }
    value += bytes[position] ?? 0
    position += 1
    return value
  }
  while (position + 1 < bytes.length) {
    const type = readNumber()
    if (type === recoveryPoint) return true
    const size = readNumber()
    position += size
  }
  return false
}
