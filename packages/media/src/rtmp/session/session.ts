import { amfObject } from '../amf/amf0.ts'
import { createChunkReader } from '../chunks/chunk-reader.ts'
import { defaultChunkSizeBytes, encodeChunks } from '../chunks/chunk-writer.ts'
import {
  encodePeerBandwidth,
  encodeUint32,
  encodeUserControl,
  messageTypes,
  type RtmpMessage,
  userControlEvents,
} from '../chunks/message.ts'
import type { RtmpLimits } from '../limits.ts'
import { ProtocolError } from '../protocol-error.ts'
import { enhancedCapabilities } from './capabilities.ts'
import { type Command, encodeCommand, encodeStatus, readCommand, textAt, textOfObject } from './command.ts'
import { createHandshake } from './handshake.ts'
import { readEncoderName } from './metadata.ts'
import { type PublishAddress, readPublishAddress } from './publish-address.ts'

export interface SessionOptions {
  limits: RtmpLimits
  now?: () => number
  send(bytes: Uint8Array): void
  onHandshake(): void
  /** The peer wants to publish: answer with `accept` or `refuse`, now or later. */
  onPublish(request: PublishAddress & { encoder: string }): void
  /** Audio, video and aggregate messages of an accepted publisher. */
  onMedia(message: RtmpMessage): void
  /** The peer stopped; `isFinal` when it will not say anything more. */
  onUnpublish(isFinal: boolean): void
  /** The peer asked for what is not offered and has been told so. */
  onRefused(reason: string): void
}

/** One peer's conversation, without its socket: bytes in, bytes and events out. */
export interface Session {
  /** Throws `ProtocolError`, after which the session is of no more use. */
  receive(bytes: Uint8Array): void
  accept(): void
  /** Tells a publisher, or one that wanted to become one, why it may not (go on). */
  refuse(reason: string): void
  /** What the peer calls itself, fit for a log line: in its metadata, or before that in its command to connect. */
  readonly encoder: string
  readonly bytesReceived: number
}

const publishedStreamId = 1
const commandChunkStreamId = 3
const controlChunkStreamId = 2
const sentChunkSizeBytes = 4096
const windowBytes = 2_500_000
/** A peer's window below this would have us acknowledge more than listen. */
const minPeerWindowBytes = 65_536

export function createSession(options: SessionOptions): Session {
  const { limits } = options
  const handshake = createHandshake(options.send)
  const reader = createChunkReader({ limits, onMessage, ...(options.now && { now: options.now }) })
  let state: 'new' | 'connected' | 'asked' | 'publishing' | 'over' = 'new'
  let app = ''
  let encoder = ''
  let hasNamedEncoder = false
  let writtenChunkSizeBytes = defaultChunkSizeBytes
  let bytesReceived = 0
  let acknowledgedBytes = 0
  let peerWindowBytes = windowBytes

  function send(...messages: RtmpMessage[]): void {
    const chunks = messages.map((message) => {
      const isControl = message.type < messageTypes.audio
      return encodeChunks(message, isControl ? controlChunkStreamId : commandChunkStreamId, writtenChunkSizeBytes)
    })
    options.send(Buffer.concat(chunks))
  }

  function answer(command: Command, ...values: Parameters<typeof encodeCommand>[3][]): void {
    // Transaction 0 wants no answer, and GStreamer takes one for an error.
    if (command.transactionId !== 0) send(encodeCommand(0, '_result', command.transactionId, ...values))
  }

  function receive(bytes: Uint8Array): void {
    bytesReceived += bytes.length
    if (state !== 'publishing' && bytesReceived > limits.maxBytesBeforePublish) {
      throw new ProtocolError('too much data before publishing')
    }
    const rest = handshake.isDone ? bytes : handshake.receive(bytes)
    if (handshake.isDone && rest !== bytes) options.onHandshake()
    if (rest.length > 0) reader.read(rest)
    if (handshake.isDone && bytesReceived - acknowledgedBytes >= peerWindowBytes) {
      acknowledgedBytes = bytesReceived
      send(encodeUint32(messageTypes.acknowledgement, bytesReceived))
    }
  }

  function onMessage(message: RtmpMessage): void {
    if (state === 'over') return
    switch (message.type) {
      case messageTypes.audio:
      case messageTypes.video:
      case messageTypes.aggregate:
        if (state === 'publishing') options.onMedia(message)
        return
      case messageTypes.commandAmf0:
      case messageTypes.commandAmf3:
        onCommand(readCommand(message, limits))
        return
      case messageTypes.userControl:
        onUserControl(message.payload)
        return
      case messageTypes.windowAcknowledgementSize: {
        if (message.payload.length < 4) throw new ProtocolError('window size ends early')
        peerWindowBytes = Math.max(minPeerWindowBytes, Buffer.from(message.payload).readUInt32BE())
        return
      }
      case messageTypes.dataAmf0:
      case messageTypes.dataAmf3:
        if (!hasNamedEncoder && state === 'publishing') nameEncoder(readEncoderName(message, limits))
        return
      default:
        // Acknowledgements and bandwidth wishes ask for nothing.
        return
    }
  }

  function nameEncoder(name: string | undefined): void {
    if (name === undefined) return
    hasNamedEncoder = true
    encoder = printable(name, limits.maxEncoderNameLength)
  }

  function onUserControl(payload: Uint8Array): void {
    if (payload.length < 6) return
    const bytes = Buffer.from(payload)
    if (bytes.readUInt16BE() === userControlEvents.pingRequest) {
      send(encodeUserControl(userControlEvents.pingResponse, bytes.readUInt32BE(2)))
    }
  }

  function onCommand(command: Command): void {
    if (state === 'new' && command.name !== 'connect') throw new ProtocolError('command before connect')
    switch (command.name) {
      case 'connect':
        connect(command)
        break
      case 'createStream':
        answer(command, null, publishedStreamId)
        break
      case 'getStreamLength':
        answer(command, null, 0)
        break
      case 'publish':
        publish(command)
        break
      case 'play':
      case 'play2':
        refusePlay(command)
        break
      case 'FCUnpublish':
        answer(command, null, undefined)
        if (state === 'publishing') options.onUnpublish(false)
        break
      case 'deleteStream':
      case 'closeStream':
        answer(command, null, undefined)
        if (state !== 'connected') leave()
        break
      default:
        // releaseStream, FCPublish, _checkbw and whatever else an encoder likes to say first.
        answer(command, null, undefined)
    }
  }

  function leave(): void {
    state = 'over'
    options.onUnpublish(true)
  }

  function connect(command: Command): void {
    if (state !== 'new') throw new ProtocolError('connect twice')
    state = 'connected'
    app = textOfObject(command, 'app') ?? ''
    encoder = printable(textOfObject(command, 'flashver') ?? '', limits.maxEncoderNameLength)
    send(
      encodeUint32(messageTypes.windowAcknowledgementSize, windowBytes),
      encodePeerBandwidth(windowBytes),
      encodeUint32(messageTypes.setChunkSize, sentChunkSizeBytes),
    )
    writtenChunkSizeBytes = sentChunkSizeBytes
    answer(
      command,
      amfObject({ fmsVer: 'FMS/3,0,1,123', capabilities: 31, ...enhancedCapabilities(command) }),
      amfObject({
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connection succeeded.',
        objectEncoding: 0,
      }),
    )
  }

  function publish(command: Command): void {
    if (state !== 'connected') throw new ProtocolError('publish twice')
    state = 'asked'
    const address = readPublishAddress(app, textAt(command, 1) ?? '')
    if (address.streamKey.length > limits.maxStreamKeyLength) {
      const reason = 'The stream key is too long.'
      refuse(reason)
      options.onRefused(reason)
    } else {
      options.onPublish({ ...address, encoder })
    }
  }

  function refusePlay(command: Command): void {
    if (state !== 'connected') throw new ProtocolError('play while publishing')
    state = 'over'
    const reason = 'This address only takes streams in. Watch on the web site.'
    send(encodeStatus(command.streamId, 'error', 'NetStream.Play.Failed', reason))
    options.onRefused(reason)
  }

  function refuse(reason: string): void {
    if (state !== 'asked' && state !== 'publishing') return
    state = 'over'
    // The code that OBS both obeys and shows with its description; ffmpeg shows the description of any.
    send(encodeStatus(publishedStreamId, 'error', 'NetStream.Publish.Rejected', reason))
  }

  return {
    receive,
    accept() {
      if (state !== 'asked') return
      state = 'publishing'
      send(
        encodeUserControl(userControlEvents.streamBegin, publishedStreamId),
        encodeStatus(publishedStreamId, 'status', 'NetStream.Publish.Start', 'Publishing.'),
      )
    },
    refuse,
    get encoder() {
      return encoder
    },
    get bytesReceived() {
      return bytesReceived
    },
  }
}

/** What a peer calls itself, fit for a log line. */
function printable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
}
