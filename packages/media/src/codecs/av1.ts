import type { VideoConfig } from '../sample.ts'
import type { AccessUnit, AccessUnitKind, AccessUnitReader } from './access-unit-reader.ts'
import { type Av1Sequence, parseAv1Sequence } from './av1-sequence.ts'

/** AV1 bitstream specification section 6.2.2. */
const obuTypes = { sequenceHeader: 1, temporalDelimiter: 2, frameHeader: 3, frame: 6 } as const

const fixedBytes = 4

/**
 * Reads an AV1CodecConfigurationRecord (AV1 in ISOBMFF section 2.3.3). The bytes are copied. When it has no
 * sequence header, the one at the start of the temporal unit `firstUnit` is used. Returns undefined when that has none either.
 * Throws `RangeError` when the bytes cannot describe a video.
 */
export function parseAv1Configuration(record: Uint8Array, firstUnit?: Uint8Array): AccessUnitReader | undefined {
  if (record.length < fixedBytes || record[0] !== 0x81) throw new RangeError('not an AV1 configuration record')
  const own = findSequenceHeader(record.subarray(fixedBytes))
  const header = own ?? (firstUnit && findSequenceHeader(firstUnit))
  if (header === undefined) return undefined
  const sequence = parseAv1Sequence(header.payload)
  const config: VideoConfig = {
    track: 'video',
    codec: 'av1',
    codecString: codecString(record, sequence),
    width: sequence.width,
    height: sequence.height,
    description: own ? Uint8Array.from(record) : Buffer.concat([record.subarray(0, fixedBytes), header.obu]),
  }
  return { config, readAccessUnit: (data) => readTemporalUnit(data, sequence.isStillPicture) }
}

/** AV1 in ISOBMFF section 5. The optional fields are written only when one of them differs from its default. */
function codecString(record: Uint8Array, sequence: Av1Sequence): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const profile = record[1]! >> 5
  const tier = record[2]! & 0x80 ? 'H' : 'M'
  const short = `av01.${profile}.${two(record[1]! & 0x1f)}${tier}.${two(sequence.bitDepth)}`
  const { isMonochrome, subsampling, colour } = sequence
  if (!isMonochrome && subsampling.startsWith('11') && colour === undefined) return short
  const { primaries = 1, transfer = 1, matrix = 1 } = colour ?? {}
  const range = sequence.isFullRange ? 1 : 0
  return `${short}.${isMonochrome ? 1 : 0}.${subsampling}.${two(primaries)}.${two(transfer)}.${two(matrix)}.${range}`
}

/** Decoding can start at a key frame that is shown (AV1 in ISOBMFF section 2.4). Samples must not contain temporal delimiters. */
function readTemporalUnit(data: Uint8Array, isStillPicture: boolean): AccessUnit {
  let kind: AccessUnitKind = 'no-picture'
  let mediaStart = 0
  const isWhole = visitObus(data, (type, start, payloadStart, end) => {
    if (type === obuTypes.temporalDelimiter && start === mediaStart) mediaStart = end
    const isFrame = type === obuTypes.frameHeader || type === obuTypes.frame
    if (!isFrame || kind !== 'no-picture' || payloadStart >= end) return
    // show_existing_frame, frame_type, show_frame (section 5.9.2).
    const isShownKey = (data[payloadStart]! & 0xf0) === 0x10
    kind = isStillPicture || isShownKey ? 'key' : 'picture'
  })
  return { kind: isWhole ? kind : 'broken', data: mediaStart > 0 ? data.subarray(mediaStart) : data }
}

function findSequenceHeader(obus: Uint8Array): { obu: Uint8Array; payload: Uint8Array } | undefined {
  let found: { obu: Uint8Array; payload: Uint8Array } | undefined
  visitObus(obus, (type, start, payloadStart, end) => {
    if (type === obuTypes.sequenceHeader)
      found ??= { obu: obus.subarray(start, end), payload: obus.subarray(payloadStart, end) }
  })
  return found
}

/** Visits open bitstream units (section 5.3). Returns false when their sizes do not add up. The last one may have no size. */
function visitObus(
  data: Uint8Array,
  visit: (type: number, start: number, payloadStart: number, end: number) => void,
): boolean {
  let position = 0
  while (position < data.length) {
    const start = position
    const header = data[position]!
    const hasExtension = (header & 4) !== 0
    position += hasExtension ? 2 : 1
    let end = data.length
    if (header & 2) {
      // leb128 (section 4.10.5), at most 8 bytes.
      let size = 0
      let byte = 0x80
      for (let index = 0; byte & 0x80; index++) {
        if (index === 8 || position >= data.length) return false
        byte = data[position]!
        size += (byte & 0x7f) * 2 ** (7 * index)
        position += 1
      }
      end = position + size
    }
    const isForbidden = (header & 0x80) !== 0
    if (isForbidden || position > data.length || end > data.length) return false
    visit((header >> 3) & 15, start, position, end)
    position = end
  }
  return true
}
