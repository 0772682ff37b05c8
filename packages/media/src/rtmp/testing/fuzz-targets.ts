import { parseAacConfiguration } from '../../codecs/aac.ts'
import { parseAv1Configuration } from '../../codecs/av1.ts'
import { parseAvcConfiguration } from '../../codecs/avc.ts'
import { parseHevcConfiguration } from '../../codecs/hevc.ts'
import { parseOpusConfiguration } from '../../codecs/opus.ts'
import { createFlvReader } from '../../flv/flv-reader.ts'
import type { MediaSink } from '../../sample.ts'
import { amfObject } from '../amf/amf0.ts'
import { decodeAmf0 } from '../amf/amf0-decode.ts'
import { encodeChunks } from '../chunks/chunk-writer.ts'
import { messageTypes } from '../chunks/message.ts'
import { amfSeeds } from '../corpus/amf-seeds.ts'
import { chunkSeeds } from '../corpus/chunk-seeds.ts'
import { configurationSeeds } from '../corpus/configuration-seeds.ts'
import { handshakeSeeds } from '../corpus/handshake-seeds.ts'
import { sessionSeeds } from '../corpus/session-seeds.ts'
import { tagSeeds } from '../corpus/tag-seeds.ts'
import { defaultRtmpLimits } from '../limits.ts'
import { createMediaIntake } from '../media/media-intake.ts'
import { ProtocolError } from '../protocol-error.ts'
import { encodeCommand } from '../session/command.ts'
import { handshakePacketBytes } from '../session/handshake.ts'
import { createSession } from '../session/session.ts'
import { aacHeader, audioMessage, avcHeader, videoMessage } from './media-messages.ts'
import type { Random } from './mutation.ts'

/** Where bytes of strangers are read, and what is kept to begin their mutations with. */
export interface FuzzTarget {
  seeds: Readonly<Record<string, Buffer>>
  /** Throws what must not happen. `random` cuts the bytes. */
  run(bytes: Buffer, random: Random): void
}

const handshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * handshakePacketBytes)])
const chunkBytes = 128
const toConnect = encodeChunks(encodeCommand(0, 'connect', 1, amfObject({ app: 'live' })), 3, chunkBytes)
const toPublish = Buffer.concat([
  encodeChunks(encodeCommand(1, 'publish', 2, null, 'KEY', 'live'), 3, chunkBytes),
  encodeChunks(videoMessage(avcHeader()), 4, chunkBytes),
  encodeChunks(audioMessage(aacHeader()), 6, chunkBytes),
])

export const fuzzTargets: Readonly<Record<string, FuzzTarget>> = {
  handshakes: { seeds: handshakeSeeds, run: converse },
  sessions: {
    seeds: sessionSeeds,
    run: (bytes, random) => converse(Buffer.concat([handshake, bytes]), random),
  },
  chunks: {
    seeds: chunkSeeds,
    run: (bytes, random) => converse(Buffer.concat([handshake, toConnect, toPublish, bytes]), random),
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

/** A whole conversation, which ends in a ProtocolError or not at all. */
function converse(bytes: Buffer, random: Random): void {
  let sentBytes = 0
  const media = checkedSink()
  const intake = createMediaIntake(media)
  const session = createSession({
    limits: defaultRtmpLimits,
    send: (sent) => {
      sentBytes += sent.length
    },
    onHandshake: () => undefined,
    onPublish: () => (random(8) ? session.accept() : session.refuse('no')),
    onMedia: (message) => void intake.receive(message),
    onUnpublish: () => undefined,
    onRefused: () => undefined,
  })
  allowing(ProtocolError, () => {
    for (let position = 0; position < bytes.length; ) {
      const end = position + 1 + random(random(2) ? 5000 : 50)
      session.receive(bytes.subarray(position, end))
      position = end
    }
  })
  // Beyond the handshake an answer is never much longer than its question: nobody is amplified.
  if (sentBytes > 4 * bytes.length + 8000) throw new Error(`${sentBytes} bytes were the answer to ${bytes.length}`)
}

function readValues(bytes: Buffer, random: Random): void {
  allowing(ProtocolError, () => decodeAmf0(bytes, defaultRtmpLimits))
  const command = encodeChunks({ type: messageTypes.commandAmf0, streamId: 1, timestampMs: 0, payload: bytes }, 3, 128)
  const metadata = encodeChunks({ type: messageTypes.dataAmf0, streamId: 1, timestampMs: 0, payload: bytes }, 4, 128)
  const [before, after] = random(2) ? [[], [toConnect, toPublish]] : [[toConnect, toPublish], []]
  converse(Buffer.concat([handshake, ...before, command, ...after, metadata]), random)
}

/** As an aggregate message, and as the file that a transcoder's pipe would be. */
function readTags(bytes: Buffer, random: Random): void {
  createMediaIntake(checkedSink()).receive({
    type: messageTypes.aggregate,
    streamId: 1,
    timestampMs: random(2 ** 32),
    payload: bytes,
  })
  const reader = createFlvReader(() => undefined)
  const file = Buffer.concat([Buffer.from('464c5601050000000900000000', 'hex'), bytes])
  allowing(RangeError, () => {
    for (let position = 0; position < file.length; ) {
      const end = position + 1 + random(500)
      reader.push(file.subarray(position, end))
      position = end
    }
  })
}

function parse(read: (bytes: Buffer) => unknown, bytes: Buffer): void {
  allowing(RangeError, () => read(bytes))
}

function allowing(Allowed: typeof ProtocolError | typeof RangeError, act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Allowed)) throw error
  }
}

/** Takes media, and throws when it is none. */
function checkedSink(): MediaSink {
  return {
    config: ({ description }) => {
      if (description.length === 0) throw new Error('a configuration that says nothing')
    },
    sample: ({ dtsMs, ptsMs, data }) => {
      const isTime = Number.isSafeInteger(dtsMs) && dtsMs >= 0 && Number.isSafeInteger(ptsMs)
      if (!isTime || data.length === 0) throw new Error(`a sample of ${data.length} bytes at ${dtsMs}, ${ptsMs}`)
    },
  }
}
