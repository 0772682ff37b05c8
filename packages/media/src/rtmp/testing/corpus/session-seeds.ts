import { readFileSync } from 'node:fs'
import { type AmfValue, amfObject } from '../../amf/amf0.ts'
import { encodeChunks } from '../../chunks/chunk-writer.ts'
import { encodeUint32, encodeUserControl, messageTypes, type RtmpMessage } from '../../chunks/message.ts'
import { encodeCommand } from '../../session/command.ts'
import {
  aacFrame,
  aacHeader,
  audioMessage,
  av1Record,
  avcFrame,
  avcHeader,
  hevcRecord,
  opusHeader,
  videoMessage,
} from '../media-messages.ts'

/**
 * Whole sessions of encoders after the handshake, by name. That of ffmpeg 5.1 is a recording; the others are built in the order
 * and the chunk layout that these encoders use.
 */
export const sessionSeeds: Record<string, Buffer> = {
  ffmpeg: readFileSync(new URL('./ffmpeg-5.1.bin', import.meta.url)).subarray(3073),
  obs: obsSession(),
  gstreamer: gstreamerSession(),
  flashMediaEncoder: fmleSession(),
  everyHeader: everyHeaderSession(),
  enhanced: enhancedSession(),
}

function connectObject(more: Record<string, AmfValue> = {}): AmfValue {
  const flashVer = 'FMLE/3.0 (compatible; FMSc/1.0)'
  return amfObject({ app: 'live', type: 'nonprivate', flashVer, tcUrl: 'rtmp://127.0.0.1/live', ...more })
}

function metadata(): RtmpMessage {
  const values = encodeCommand(1, '@setDataFrame', 0, 'onMetaData', amfObject({ width: 64, height: 48 }))
  return { ...values, type: messageTypes.dataAmf0 }
}

/** One second of media. OBS and ffmpeg send its headers twice when they reconnect. */
function media(): RtmpMessage[] {
  const messages = [videoMessage(avcHeader()), audioMessage(aacHeader()), videoMessage(avcHeader())]
  for (let frame = 0; frame < 10; frame++) {
    messages.push(
      videoMessage(avcFrame(frame === 0, 100, 300 + frame), frame * 100),
      audioMessage(aacFrame(200), frame * 100),
    )
  }
  return messages
}

/** OBS 29: chunk size before `connect`, and one chunk stream for audio and video. */
function obsSession(): Buffer {
  const encode = (message: RtmpMessage, chunkStreamId: number) => encodeChunks(message, chunkStreamId, 4096)
  return Buffer.concat([
    encode(encodeUint32(messageTypes.setChunkSize, 4096), 2),
    encode(encodeCommand(0, 'connect', 1, connectObject({ swfUrl: 'rtmp://127.0.0.1/live', supportsGoAway: true })), 3),
    encode(encodeCommand(0, 'releaseStream', 2, null, 'KEY'), 3),
    encode(encodeCommand(0, 'FCPublish', 3, null, 'KEY'), 3),
    encode(encodeCommand(0, 'createStream', 4, null), 3),
    encode(encodeCommand(1, 'publish', 5, null, 'KEY', 'live'), 4),
    encode(metadata(), 4),
    ...media().map((message) => encode(message, 4)),
    encode(encodeCommand(0, 'FCUnpublish', 6, null, 'KEY'), 3),
    encode(encodeCommand(0, 'deleteStream', 7, null, 1), 3),
  ])
}

/** rtmp2sink 1.22: its own window size, chunks of 128 bytes, transaction 0 for calls without a response, deleteStream with a string. */
function gstreamerSession(): Buffer {
  const encode = (message: RtmpMessage, chunkStreamId: number) => encodeChunks(message, chunkStreamId, 128)
  return Buffer.concat([
    encode(encodeUint32(messageTypes.windowAcknowledgementSize, 2_500_000), 2),
    encode(encodeCommand(0, 'connect', 1, connectObject()), 3),
    encode(encodeCommand(0, 'releaseStream', 0, null, 'KEY'), 3),
    encode(encodeCommand(0, 'FCPublish', 0, null, 'KEY'), 3),
    encode(encodeCommand(0, 'createStream', 2, null), 3),
    encode(encodeUint32(messageTypes.setChunkSize, 128), 2),
    encode(encodeCommand(1, 'publish', 0, null, 'KEY', 'live'), 4),
    ...media().flatMap((message) => [
      encode(metadata(), 4),
      encode(message, message.type === messageTypes.video ? 6 : 5),
    ]),
    encode(encodeCommand(0, 'deleteStream', 0, null, 'KEY'), 3),
  ])
}

/** Flash Media Live Encoder and its successors: AMF3 commands, bandwidth checks, pings, aggregates. */
function fmleSession(): Buffer {
  const encode = (message: RtmpMessage, chunkStreamId = 3) => encodeChunks(message, chunkStreamId, 128)
  const inAmf3 = (message: RtmpMessage): RtmpMessage => ({
    ...message,
    type: messageTypes.commandAmf3,
    payload: Buffer.concat([Buffer.of(0), message.payload]),
  })
  const tags = media().map((message) => {
    const head = Buffer.alloc(11)
    head[0] = message.type
    head.writeUIntBE(message.payload.length, 1, 3)
    head.writeUIntBE(message.timestampMs, 4, 3)
    return Buffer.concat([head, message.payload, Buffer.alloc(4)])
  })
  return Buffer.concat([
    encode(encodeCommand(0, 'connect', 1, connectObject({ objectEncoding: 3 }))),
    encode(inAmf3(encodeCommand(0, '_checkbw', 2, null))),
    encode(inAmf3(encodeCommand(0, 'createStream', 3, null))),
    encode(inAmf3(encodeCommand(0, 'getStreamLength', 4, null, 'KEY'))),
    encode(encodeUserControl(6, 1234), 2),
    encode(inAmf3(encodeCommand(1, 'publish', 5, null, 'KEY?auth=1', 'live'))),
    encode({ type: messageTypes.aggregate, streamId: 1, timestampMs: 0, payload: Buffer.concat(tags) }, 4),
    encode(inAmf3(encodeCommand(1, 'closeStream', 6, null))),
  ])
}

/** All four header types, two forms of the basic header, extended timestamps with and without repetition, Abort. */
function everyHeaderSession(): Buffer {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  const encode = (message: RtmpMessage, chunkStreamId = 3) => encodeChunks(message, chunkStreamId, 128)
  const frame = avcFrame(true).toString('hex')
  const length = (frame.length / 2).toString(16).padStart(6, '0')
  return Buffer.concat([
    encode(encodeCommand(0, 'connect', 1, connectObject())),
    encode(encodeCommand(1, 'publish', 2, null, 'KEY', 'live')),
    encode(videoMessage(avcHeader()), 4),
    hex(`44 000064 ${length} 09 ${frame} 84 000021 ${frame} c4 ${frame}`),
    hex(`0040 ffffff ${length} 09 01000000 01000000 ${frame} c040 01000000 ${frame}`),
    hex(`014000 000001 000100 09 01000000 ${'00'.repeat(128)} 02 000000 000004 02 00000000 00000080`),
    hex(`05 ffffff 000100 08 01000000 ffffffff ${'af'.repeat(128)} c5 ${'00'.repeat(128)}`),
  ])
}

/** Enhanced RTMP v2: capabilities, then HEVC, AV1 and Opus, metadata, modifiers, ends of sequence. */
function enhancedSession(): Buffer {
  const encode = (message: RtmpMessage, chunkStreamId = 4) => encodeChunks(message, chunkStreamId, 128)
  const video = (first: number, fourCc: string, ...rest: Uint8Array[]) =>
    videoMessage(Buffer.concat([Buffer.of(first), Buffer.from(fourCc), ...rest]))
  const audio = (first: number, ...rest: Uint8Array[]) =>
    audioMessage(Buffer.concat([Buffer.of(first), Buffer.from('Opus'), ...rest]))
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  const capabilities = { fourCcList: ['hvc1', 'av01', 'Opus'], capsEx: 7, videoFourCcInfoMap: amfObject({ '*': 4 }) }
  const sequenceHeader = av1Record.subarray(4)
  return Buffer.concat([
    encode(encodeCommand(0, 'connect', 1, connectObject(capabilities)), 3),
    encode(encodeCommand(1, 'publish', 2, null, 'KEY', 'live'), 3),
    encode(video(0x90, 'hvc1', hevcRecord)),
    encode(audio(0x90, opusHeader)),
    encode(video(0x94, 'hvc1', hex('02 0009 636f6c6f72496e666f'))),
    encode(video(0x91, 'hvc1', hex('000043 00000003 2601af'))),
    encode(audio(0x91, hex('fc0102'))),
    encode(video(0xa3, 'hvc1', hex('00000003 0201af 00000003 4e0105'))),
    encode(videoMessage(hex('a7 02 0003e8 01 68766331 ffffff 00000003 0201af'))),
    encode(audio(0x91, hex('7b820102'))),
    encode(video(0x92, 'hvc1')),
    encode(video(0x90, 'av01', av1Record)),
    encode(video(0x91, 'av01', hex('1200'), sequenceHeader, hex('3203 100000'))),
    encode(video(0x90, 'av01', av1Record.subarray(0, 4))),
    encode(video(0x91, 'av01', sequenceHeader, hex('3203 100000'))),
    encode(video(0xa1, 'av01', hex('1a01 80 3604 08 300000'))),
    encode(audio(0x92)),
    encode(encodeCommand(0, 'deleteStream', 7, null, 1), 3),
  ])
}
