import { parseAacConfiguration } from '../../../codecs/aac.ts'
import { parseAv1Configuration } from '../../../codecs/av1.ts'
import { parseAvcConfiguration } from '../../../codecs/avc.ts'
import { parseHevcConfiguration } from '../../../codecs/hevc.ts'
import { parseOpusConfiguration } from '../../../codecs/opus.ts'
import { createFlvReader } from '../../../flv/flv-reader.ts'
import type { MediaSink } from '../../../sample.ts'
import { amfObject } from '../../amf/amf0.ts'
import { decodeAmf0 } from '../../amf/amf0-decode.ts'
import { encodeChunks } from '../../chunks/chunk-writer.ts'
import { messageTypes } from '../../chunks/message.ts'
import { defaultRtmpLimits } from '../../limits.ts'
import { createMediaDemuxer } from '../../media/media-demuxer.ts'
import { ProtocolError } from '../../protocol-error.ts'
import { encodeCommand } from '../../session/command.ts'
import { handshakePacketBytes } from '../../session/handshake.ts'
import { createSession } from '../../session/session.ts'
import { amfSeeds } from '../corpus/amf-seeds.ts'
import { chunkSeeds } from '../corpus/chunk-seeds.ts'
import { configurationSeeds } from '../corpus/configuration-seeds.ts'
import { handshakeSeeds } from '../corpus/handshake-seeds.ts'
import { sessionSeeds } from '../corpus/session-seeds.ts'
import { tagSeeds } from '../corpus/tag-seeds.ts'
import { aacHeader, audioMessage, avcHeader, videoMessage } from '../media-messages.ts'
import type { Random } from './mutation.ts'

/** Code that reads untrusted bytes, and the inputs to mutate. */
export interface FuzzTarget {
  seeds: Readonly<Record<string, Buffer>>
  /** Throws when something happens that must not. `random` decides how the bytes are split. */
  run(bytes: Buffer, random: Random): void
}

const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes)])
const chunkBytes = 128
const connectChunks = encodeChunks(encodeCommand(0, 'connect', 1, amfObject({ app: 'live' })), 3, chunkBytes)
const publishChunks = Buffer.concat([
  encodeChunks(encodeCommand(1, 'publish', 2, null, 'KEY', 'live'), 3, chunkBytes),
  encodeChunks(videoMessage(avcHeader()), 4, chunkBytes),
  encodeChunks(audioMessage(aacHeader()), 6, chunkBytes),
])

export const fuzzTargets: Readonly<Record<string, FuzzTarget>> = {
  handshakes: { seeds: handshakeSeeds, run: runSession },
  sessions: {
    seeds: sessionSeeds,
    run: (bytes, random) => runSession(Buffer.concat([handshake, bytes]), random),
  },
  chunks: {
    seeds: chunkSeeds,
    run: (bytes, random) => runSession(Buffer.concat([handshake, connectChunks, publishChunks, bytes]), random),
  },
  'AMF0 values': { seeds: amfSeeds, run: readValues },
  'FLV tags': { seeds: tagSeeds, run: readTags },
  'AVC configurations': { seeds: configurationSeeds.avc, run: (bytes) => parse(parseAvcConfiguration, bytes) },
  'HEVC configurations': { seeds: configurationSeeds.hevc, run: (bytes) => parse(parseHevcConfiguration, bytes) },
  'AV1 configurations': { seeds: configurationSeeds.av1, run: (bytes) => parse(parseAv1Configuration, bytes) },
  'AAC configurations': { seeds: configurationSeeds.aac, run: (bytes) => parse(parseAacConfiguration, bytes) },
  'Opus headers': {
    seeds: configurationSeeds.opus,
    run: (bytes) => parse((header) => parseOpusConfiguration(header, 960), bytes),
  },
}

/** Runs a whole session. Only a ProtocolError may end it. */
function runSession(bytes: Buffer, random: Random): void {
  let sentBytes = 0
  const media = checkedSink()
  const demuxer = createMediaDemuxer(media)
  const session = createSession({
    limits: defaultRtmpLimits,
    now: () => performance.now(),
    send: (sent) => {
      sentBytes += sent.length
    },
    onHandshake: () => undefined,
    onPublish: () => (random(8) ? session.accept() : session.refuse('no')),
    onMedia: (message) => void demuxer.receive(message),
    onUnpublish: () => undefined,
    onRefused: () => undefined,
  })
  allowOnly(ProtocolError, () => {
    for (let position = 0; position < bytes.length; ) {
      const end = position + 1 + random(random(2) ? 5000 : 50)
      session.receive(bytes.subarray(position, end))
      position = end
    }
  })
  // Apart from the handshake, responses are never much longer than the requests, so that there is no amplification.
  if (sentBytes > 4 * bytes.length + 8000) throw new Error(`${sentBytes} bytes sent in response to ${bytes.length}`)
}

function readValues(bytes: Buffer, random: Random): void {
  allowOnly(ProtocolError, () => decodeAmf0(bytes, defaultRtmpLimits))
  const command = encodeChunks({ type: messageTypes.commandAmf0, streamId: 1, timestampMs: 0, payload: bytes }, 3, 128)
  const metadata = encodeChunks({ type: messageTypes.dataAmf0, streamId: 1, timestampMs: 0, payload: bytes }, 4, 128)
  const [before, after] = random(2) ? [[], [connectChunks, publishChunks]] : [[connectChunks, publishChunks], []]
  runSession(Buffer.concat([handshake, ...before, command, ...after, metadata]), random)
}

/** Reads the bytes as an aggregate message, and as the FLV file that a transcoder writes to its pipe. */
function readTags(bytes: Buffer, random: Random): void {
  createMediaDemuxer(checkedSink()).receive({
    type: messageTypes.aggregate,
    streamId: 1,
    timestampMs: random(2 ** 32),
    payload: bytes,
  })
  const reader = createFlvReader(() => undefined)
  const file = Buffer.concat([Buffer.from('464c5601050000000900000000', 'hex'), bytes])
  allowOnly(RangeError, () => {
    for (let position = 0; position < file.length; ) {
      const end = position + 1 + random(500)
      reader.push(file.subarray(position, end))
      position = end
    }
  })
}

function parse(read: (bytes: Buffer) => unknown, bytes: Buffer): void {
  allowOnly(RangeError, () => read(bytes))
}

function allowOnly(Allowed: typeof ProtocolError | typeof RangeError, act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Allowed)) throw error
  }
}

/** A sink that throws when the media is invalid. */
function checkedSink(): MediaSink {
  return {
    config: ({ description }) => {
      if (description.length === 0) throw new Error('an empty configuration')
    },
    sample: ({ dtsMs, ptsMs, data }) => {
      const isTime = Number.isSafeInteger(dtsMs) && dtsMs >= 0 && Number.isSafeInteger(ptsMs)
      if (!isTime || data.length === 0) throw new Error(`a sample of ${data.length} bytes at ${dtsMs}, ${ptsMs}`)
    },
  }
}
