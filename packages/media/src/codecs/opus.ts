import type { AudioConfig } from '../sample.ts'

/** Opus always decodes to 48 kHz (RFC 6716 section 2). */
const sampleRateHz = 48_000

/**
 * Reads an Opus identification header (RFC 7845 section 5.1) and rewrites it as the content of the `dOps` box (Encapsulation
 * of Opus in ISOBMFF section 4.3.2). The header does not contain the packet duration: `samplesPerFrame` comes from the first packet.
 * Throws `RangeError` when the bytes are invalid or name a channel mapping that browsers do not play.
 */
export function parseOpusConfiguration(header: Uint8Array, samplesPerFrame: number): AudioConfig {
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
  const fixedBytes = 19
  if (bytes.length < fixedBytes || bytes.toString('latin1', 0, 8) !== 'OpusHead' || bytes[8]! >> 4 !== 0)
    throw new RangeError('not an Opus header')
  const channels = bytes[9]!
  const family = bytes[18]!
  // Family 0 is mono or stereo, family 1 up to 8 channels in Vorbis order (RFC 7845 section 5.1.1).
  const isPlayable = channels >= 1 && ((family === 0 && channels <= 2) || (family === 1 && channels <= 8))
  const mappingBytes = family === 0 ? 0 : 2 + channels
  if (!isPlayable || bytes.length < fixedBytes + mappingBytes) throw new RangeError('unknown channel mapping')
  const description = Buffer.alloc(11 + mappingBytes)
  description[1] = channels
  // The header is little-endian, the box big-endian: pre-skip, input sample rate, output gain.
  description.writeUInt16BE(bytes.readUInt16LE(10), 2)
  description.writeUInt32BE(bytes.readUInt32LE(12), 4)
  description.writeUInt16BE(bytes.readUInt16LE(16), 8)
  bytes.copy(description, 10, 18, fixedBytes + mappingBytes)
  return { track: 'audio', codec: 'opus', codecString: 'opus', sampleRateHz, channels, samplesPerFrame, description }
}

const maxPacketSamples = 5760

/** Audio samples in a packet, at 48 kHz (RFC 6716 section 3.1). Undefined when the packet is invalid. */
export function opusPacketSamples(packet: Uint8Array): number | undefined {
  const contents = packet[0]
  if (contents === undefined) return undefined
  const countCode = contents & 3
  const frames = countCode === 0 ? 1 : countCode < 3 ? 2 : (packet[1] ?? 0) & 0x3f
  const samples = frames * frameSamples(contents >> 3)
  return samples > 0 && samples <= maxPacketSamples ? samples : undefined
}

/** RFC 6716 Table 2: SILK 10 to 60 ms, hybrid 10 and 20 ms, CELT 2.5 to 20 ms. */
function frameSamples(configuration: number): number {
  if (configuration < 12) return [480, 960, 1920, 2880][configuration & 3]!
  if (configuration < 16) return [480, 960][configuration & 1]!
  return [120, 240, 480, 960][configuration & 3]!
}
