import type { AudioConfig, TrackConfig, VideoConfig } from '../sample.ts'
import { ascii, box, fullBox, join, u8, u16, u32 } from './box.ts'

/** The entry of `stsd` that says how a track is coded. */
export function sampleEntry(config: TrackConfig): Uint8Array {
  return config.track === 'video' ? avc1(config) : mp4a(config)
}

/** AVCSampleEntry (ISO/IEC 14496-15 section 5.4.2.1): parameter sets stand here, not in the samples. */
function avc1(config: VideoConfig): Uint8Array {
  const compressorName = new Uint8Array(32)
  return box(
    'avc1',
    u8(0, 0, 0, 0, 0, 0),
    u16(1, 0, 0),
    u32(0, 0, 0),
    u16(config.width, config.height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    compressorName,
    u16(24, 0xffff),
    box('avcC', config.description),
  )
}

/** MP4AudioSampleEntry (ISO/IEC 14496-14 section 6.7). */
function mp4a(config: AudioConfig): Uint8Array {
  // The rate is 16.16 fixed point; the decoder takes a higher one from the AudioSpecificConfig.
  const rate = config.sampleRateHz < 0x10000 ? config.sampleRateHz * 0x10000 : 0
  return box(
    'mp4a',
    u8(0, 0, 0, 0, 0, 0),
    u16(1),
    u32(0, 0),
    u16(config.channels, 16, 0, 0),
    u32(rate),
    esds(config.description),
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
  const bytes = join(...content)
  const size = bytes.length
  return join(
    u8(tag, 0x80 | ((size >> 21) & 0x7f), 0x80 | ((size >> 14) & 0x7f), 0x80 | ((size >> 7) & 0x7f), size & 0x7f),
    bytes,
  )
}

/** Handler of the track: what kind of media it holds (ISO/IEC 14496-12 section 8.4.3). */
export function handler(config: TrackConfig): Uint8Array {
  const [type, name] = config.track === 'video' ? ['vide', 'Video\0'] : ['soun', 'Audio\0']
  return fullBox('hdlr', 0, 0, u32(0), ascii(type ?? ''), u32(0, 0, 0), ascii(name ?? ''))
}
