import type { AudioConfig } from '../sample.ts'
import { type BitReader, createBitReader } from './bit-reader.ts'

/** ISO/IEC 14496-3 Table 1.18. Index 15 means that the rate follows in 24 bits. */
const sampleRatesHz = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]

/** ISO/IEC 14496-3 Table 1.19. Configuration 0 means that a program config element lists the channels. */
const channelCounts: Partial<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8 }

const objectTypes = { lowComplexity: 2, spectralBandReplication: 5, parametricStereo: 29 } as const

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3 section 1.6.2.1) with explicit signalling of SBR and PS, hierarchical or
 * backward compatible. The bytes are copied. `sampleRateHz` is the rate after SBR and `samplesPerFrame` counts at that rate.
 * Throws `RangeError` when the bytes are invalid or name a kind of AAC that browsers do not play.
 */
export function parseAacConfiguration(bytes: Uint8Array): AudioConfig {
  const reader = createBitReader(bytes)
  let objectType = readObjectType(reader)
  let sampleRateHz = readSampleRate(reader)
  const channelConfiguration = reader.bits(4)
  let hasSbr = false
  let hasPs = false
  const coreRateHz = sampleRateHz
  if (objectType === objectTypes.spectralBandReplication || objectType === objectTypes.parametricStereo) {
    hasSbr = true
    hasPs = objectType === objectTypes.parametricStereo
    sampleRateHz = readSampleRate(reader)
    objectType = readObjectType(reader)
  }
  if (objectType !== objectTypes.lowComplexity) {
    throw new RangeError(`AAC object type ${objectType} is not AAC-LC`)
  }

  // GASpecificConfig (section 4.4.1).
  const coreSamples = reader.flag() ? 960 : 1024
  if (reader.flag()) reader.bits(14)
  reader.flag()
  const coreChannels = channelConfiguration === 0 ? readProgramChannels(reader) : channelCounts[channelConfiguration]
  if (coreChannels === undefined || coreChannels === 0) throw new RangeError('unknown channel configuration')

  if (!hasSbr && reader.bitsLeft >= 16 && reader.bits(11) === 0x2b7) {
    const extension = readObjectType(reader)
    if (extension === objectTypes.spectralBandReplication && reader.flag()) {
      hasSbr = true
      sampleRateHz = readSampleRate(reader)
      if (reader.bitsLeft >= 12 && reader.bits(11) === 0x548) hasPs = reader.flag()
    }
  }
  return {
    track: 'audio',
    codec: 'aac',
    codecString: `mp4a.40.${hasPs ? objectTypes.parametricStereo : hasSbr ? objectTypes.spectralBandReplication : objectType}`,
    sampleRateHz,
    channels: hasPs && coreChannels === 1 ? 2 : coreChannels,
    samplesPerFrame: hasSbr ? Math.round((coreSamples * sampleRateHz) / coreRateHz) : coreSamples,
    description: Uint8Array.from(bytes),
  }
}

function readObjectType(reader: BitReader): number {
  const type = reader.bits(5)
  return type === 31 ? 32 + reader.bits(6) : type
}

function readSampleRate(reader: BitReader): number {
  const index = reader.bits(4)
  const rateHz = index === 15 ? reader.bits(24) : sampleRatesHz[index]
  if (rateHz === undefined || rateHz < 7000 || rateHz > 192_000) throw new RangeError('unknown sample rate')
  return rateHz
}

/** Number of channels in a program_config_element (section 4.5.2.1). */
function readProgramChannels(reader: BitReader): number {
  reader.bits(10)
  const front = reader.bits(4)
  const side = reader.bits(4)
  const back = reader.bits(4)
  const lowFrequency = reader.bits(2)
  const dataElements = reader.bits(3)
  const couplings = reader.bits(4)
  if (reader.flag()) reader.bits(4)
  if (reader.flag()) reader.bits(4)
  if (reader.flag()) reader.bits(3)
  let channels = lowFrequency
  for (let index = 0; index < front + side + back; index++) {
    channels += reader.flag() ? 2 : 1
    reader.bits(4)
  }
  for (let index = 0; index < lowFrequency + dataElements; index++) reader.bits(4)
  for (let index = 0; index < couplings; index++) reader.bits(5)
  reader.bits(reader.bitsLeft % 8)
  const commentBytes = reader.bits(8)
  for (let index = 0; index < commentBytes; index++) reader.bits(8)
  return channels
}
