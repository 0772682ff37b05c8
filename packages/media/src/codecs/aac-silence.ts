import { type BitReader, createBitReader } from './bit-reader.ts'

/** Types of syntactic elements (ISO/IEC 14496-3 table 4.85). */
const elementTypes = { single: 0, pair: 1, lowFrequency: 3, data: 4, fill: 6, end: 7 } as const
const eightShort = 2

/**
 * True when a raw_data_block of AAC-LC (ISO/IEC 14496-3 section 4.4.2.1) carries no sound at all: every band of every channel
 * uses the codebook for zeros. Encoders write this for a muted source, padded to any bitrate.
 */
export function isSilentAacFrame(frame: Uint8Array): boolean {
  try {
    return isSilent(createBitReader(frame))
  } catch {
    // The frame ends early. Decoders cannot play it either, but that is a different fault.
    return false
  }
}

function isSilent(reader: BitReader): boolean {
  let channels = 0
  for (;;) {
    const element = reader.bits(3)
    if (element === elementTypes.end) return channels > 0
    if (element === elementTypes.fill) skipFill(reader)
    else if (element === elementTypes.data) skipData(reader)
    else if (element === elementTypes.pair) {
      if (!isSilentPair(reader)) return false
      channels += 2
    } else if (element === elementTypes.single || element === elementTypes.lowFrequency) {
      reader.bits(4)
      if (!isSilentChannel(reader, undefined)) return false
      channels += 1
    } else return false
  }
}

interface Windows {
  isShort: boolean
  groups: number
  bands: number
}

function isSilentPair(reader: BitReader): boolean {
  reader.bits(4)
  const common = reader.flag() ? readWindows(reader) : undefined
  const hasMaskPerBand = common !== undefined && reader.bits(2) === 1
  if (hasMaskPerBand) for (let band = 0; band < common.groups * common.bands; band += 1) reader.flag()
  return isSilentChannel(reader, common) && isSilentChannel(reader, common)
}

/** ics_info (table 4.6). Prediction is not part of the low-complexity profile. */
function readWindows(reader: BitReader): Windows {
  reader.flag()
  const isShort = reader.bits(2) === eightShort
  reader.flag()
  if (!isShort) {
    const bands = reader.bits(6)
    if (reader.flag()) throw new RangeError('prediction in AAC-LC')
    return { isShort, groups: 1, bands }
  }
  const bands = reader.bits(4)
  let groups = 1
  for (let window = 1; window < 8; window += 1) if (!reader.flag()) groups += 1
  return { isShort, groups, bands }
}

/** individual_channel_stream (table 4.50): with codebook 0 only, it has neither scale factors nor spectral data. */
function isSilentChannel(reader: BitReader, common: Windows | undefined): boolean {
  reader.bits(8)
  const { isShort, groups, bands } = common ?? readWindows(reader)
  const lengthBits = isShort ? 3 : 5
  const escapeLength = 2 ** lengthBits - 1
  for (let group = 0; group < groups; group += 1) {
    for (let band = 0; band < bands; ) {
      if (reader.bits(4) !== 0) return false
      let length = reader.bits(lengthBits)
      band += length
      while (length === escapeLength) {
        length = reader.bits(lengthBits)
        band += length
      }
    }
  }
  // No encoder applies pulses, temporal noise shaping or gain control to silence.
  return !reader.flag() && !reader.flag() && !reader.flag()
}

function skipFill(reader: BitReader): void {
  let bytes = reader.bits(4)
  if (bytes === 15) bytes += reader.bits(8) - 1
  for (; bytes > 0; bytes -= 1) reader.bits(8)
}

function skipData(reader: BitReader): void {
  reader.bits(4)
  const isAligned = reader.flag()
  let bytes = reader.bits(8)
  if (bytes === 255) bytes += reader.bits(8)
  if (isAligned) reader.bits(reader.bitsLeft % 8)
  for (; bytes > 0; bytes -= 1) reader.bits(8)
}
