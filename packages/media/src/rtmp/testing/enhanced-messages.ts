import { execFileSync } from 'node:child_process'
import type { RtmpMessage } from '../chunks/message.ts'
import { audioMessage, videoMessage } from './media-messages.ts'
import { type Mp4Sample, type Mp4Track, readFragmentedMp4 } from './mp4-file.ts'

const fourCcs: Partial<Record<string, string>> = {
  avc1: 'avc1',
  hvc1: 'hvc1',
  hev1: 'hvc1',
  av01: 'av01',
  Opus: 'Opus',
}

/** Encodes tracks with ffmpeg, for an Enhanced RTMP publisher. */
export function encodeTracks(...options: string[]): Mp4Track[] {
  const fragmented = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+delay_moov', '-use_editlist', '0']
  const args = ['-v', 'error', ...options, '-strict', '-2', ...fragmented, '-f', 'mp4', 'pipe:1']
  return readFragmentedMp4(
    execFileSync('ffmpeg', args, { maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
}

/** The messages of an encoder with Enhanced RTMP: sequence starts, then all frames in the order of their times. */
export function enhancedMessages(tracks: readonly Mp4Track[]): RtmpMessage[] {
  const frames = tracks.flatMap((track) =>
    track.samples.map((sample) => ({ timestampMs: sample.dtsMs, message: frameMessage(track, sample) })),
  )
  frames.sort((a, b) => a.timestampMs - b.timestampMs)
  return [...tracks.map(sequenceStart), ...frames.map(({ message }) => message)]
}

function sequenceStart(track: Mp4Track): RtmpMessage {
  if (track.entry === 'Opus') return audioMessage(Buffer.concat([header(0x90, track), opusHead(track.configuration)]))
  return videoMessage(Buffer.concat([header(0x90, track), track.configuration]))
}

function frameMessage(track: Mp4Track, { dtsMs, offsetMs, isKey, data }: Mp4Sample): RtmpMessage {
  if (track.entry === 'Opus') return audioMessage(Buffer.concat([header(0x91, track), data]), dtsMs)
  const frameType = isKey ? 0x90 : 0xa0
  const hasOffset = track.entry !== 'av01' && offsetMs !== 0
  const offset = Buffer.alloc(hasOffset ? 3 : 0)
  if (hasOffset) offset.writeIntBE(offsetMs, 0, 3)
  const codedFrames = hasOffset || track.entry === 'av01' ? 1 : 3
  return videoMessage(Buffer.concat([header(frameType | codedFrames, track), offset, data]), dtsMs)
}

function header(first: number, track: Mp4Track): Buffer {
  return Buffer.concat([Buffer.of(first), Buffer.from(fourCcs[track.entry] ?? '????')])
}

/** Converts the content of a `dOps` box to an identification header (RFC 7845 section 5.1). */
function opusHead(box: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead\x01'), box.subarray(1)])
  head.writeUInt16LE(box.readUInt16BE(2), 10)
  head.writeUInt32LE(box.readUInt32BE(4), 12)
  head.writeInt16LE(box.readInt16BE(8), 16)
  return head
}
