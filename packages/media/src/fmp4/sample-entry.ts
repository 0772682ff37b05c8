import type { AudioConfig, TrackConfig, VideoConfig } from '../sample.ts'
import { box, concat, fullBox, u8, u16, u32 } from './box.ts'

/** Per codec: the sample entry, and the box inside it for the decoder's configuration record. */
const videoBoxes: Record<string, readonly [entry: string, record: string]> = {
  avc: ['avc1', 'avcC'],
  hevc: ['hvc1', 'hvcC'],
  av1: ['av01', 'av1C'],
}
const audioEntries: Record<string, string> = { aac: 'mp4a', opus: 'Opus' }

/** True when there is a sample entry for the codec. */
export function hasSampleEntry(config: TrackConfig): boolean {
  return Object.hasOwn(config.track === 'video' ? videoBoxes : audioEntries, config.codec)
}

/** The entry of `stsd` that describes the codec of a track. */
export function sampleEntry(config: TrackConfig): Uint8Array {
  return config.track === 'video' ? visualEntry(config) : audioEntry(config)
}

/**
 * VisualSampleEntry (ISO/IEC 14496-12 section 12.1.3) of AVC and HEVC (ISO/IEC 14496-15 sections 5.4.2.1 and 8.4.1: 'avc1' and
 * 'hvc1' store parameter sets here, not in the samples) and AV1 (AV1 in ISOBMFF section 2.2).
 */
function visualEntry(config: VideoConfig): Uint8Array {
  const [entry, record] = videoBoxes[config.codec] ?? ['avc1', 'avcC']
  const compressorName = new Uint8Array(32)
  return box(
    entry,
    u8(0, 0, 0, 0, 0, 0),
    u16(1, 0, 0),
    u32(0, 0, 0),
    u16(config.width, config.height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    compressorName,
    u16(24, 0xffff),
    box(record, config.description),
  )
}

/** AudioSampleEntry of AAC (ISO/IEC 14496-14 section 6.7) and Opus (Encapsulation of Opus in ISOBMFF section 4.3). */
function audioEntry(config: AudioConfig): Uint8Array {
  // The rate is a 16.16 fixed-point number. Decoders read higher rates from their configuration record.
  const rate = config.sampleRateHz < 0x10000 ? config.sampleRateHz * 0x10000 : 0
  const entry = audioEntries[config.codec] ?? 'mp4a'
  return box(
    entry,
    u8(0, 0, 0, 0, 0, 0),
    u16(1),
    u32(0, 0),
    u16(config.channels, 16, 0, 0),
    u32(rate),
    entry === 'Opus' ? box('dOps', config.description) : esds(config.description),
  )
}

/** ES_Descriptor (ISO/IEC 14496-1 section 7.2.6.5) around the AudioSpecificConfig. */
function esds(audioSpecificConfig: Uint8Array): Uint8Array {
  const aac = 0x40
  const audioStream = 0x15
  const decoderConfig = descriptor(
    0x04,
    u8(aac, audioStream, 0, 0, 0),
    u32(0, 0),
    descriptor(0x05, audioSpecificConfig),
  )
  const esId = u16(0)
  const noFlags = u8(0)
  return fullBox('esds', 0, 0, descriptor(0x03, esId, noFlags, decoderConfig, descriptor(0x06, u8(2))))
}

/** A descriptor with the four-byte form of its expandable length (ISO/IEC 14496-1 section 8.3.3). */
function descriptor(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const bytes = concat(...content)
  const size = bytes.length
  return concat(
    u8(tag, 0x80 | ((size >> 21) & 0x7f), 0x80 | ((size >> 14) & 0x7f), 0x80 | ((size >> 7) & 0x7f), size & 0x7f),
    bytes,
  )
}
