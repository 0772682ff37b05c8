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
import { type Command, encodeCommand, encodeStatus, readCommand, stringAt, stringProperty } from './command.ts'
import { readEncoderName } from './encoder-name.ts'
import { createHandshake } from './handshake.ts'
import { type PublishAddress, readPublishAddress } from './publish-address.ts'

interface SessionOptions {
  limits: RtmpLimits
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  send(bytes: Uint8Array): void
  onHandshake(): void
  /** The peer wants to publish: call `accept` or `refuse`, now or later. */
  onPublish(request: PublishAddress & { encoder: string }): void
  /** Audio, video and aggregate messages of an accepted publisher. */
  onMedia(message: RtmpMessage): void
  /** The peer has stopped publishing; `isFinal` when it will send nothing more. */
  onUnpublish(isFinal: boolean): void
  /** A request of the peer was refused, and the peer has received the reason. */
  onRefused(reason: string): void
}

/** The RTMP protocol of one connection, without its socket: bytes in, bytes and events out. */
export interface Session {
  /** Throws `ProtocolError`; the session cannot be used after that. */
  receive(bytes: Uint8Array): void
  accept(): void
  /** Sends the reason to a peer that publishes or wants to. */
  refuse(reason: string): void
  /** The encoder's name, safe for a log line: from its metadata or, before that, from its `connect` command. */
  readonly encoder: string
  readonly bytesReceived: number
}

const publishedStreamId = 1
const commandChunkStreamId = 3
const controlChunkStreamId = 2
const sentChunkSizeBytes = 4096
const windowBytes = 2_500_000
/** Smaller windows of a peer are raised to this, because they would cause too many acknowledgements. */
const minPeerWindowBytes = 65_536

export function createSession(options: SessionOptions): Session {
  const { limits } = options
  const handshake = createHandshake(options.send)
  const reader = createChunkReader({ limits, onMessage, now: options.now })
  let state: 'new' | 'connected' | 'publish-requested' | 'publishing' | 'ended' = 'new'
  let app = ''
  let encoder = ''
  let hasMetadataName = false
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

  function respond(command: Command, ...values: Parameters<typeof encodeCommand>[3][]): void {
    // Transaction 0 expects no response, and GStreamer treats one as an error.
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
    if (state === 'ended') return
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
        if (!hasMetadataName && state === 'publishing') setEncoderName(readEncoderName(message, limits))
        return
      default:
        // Acknowledgements and bandwidth limits need no action.
        return
    }
  }

  function setEncoderName(name: string | undefined): void {
    if (name === undefined) return
    hasMetadataName = true
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
        respond(command, null, publishedStreamId)
        break
      case 'getStreamLength':
        respond(command, null, 0)
        break
      case 'publish':
        publish(command)
        break
      case 'play':
      case 'play2':
        refusePlay(command)
        break
      case 'FCUnpublish':
        respond(command, null, undefined)
        if (state === 'publishing') options.onUnpublish(false)
        break
      case 'deleteStream':
      case 'closeStream':
        respond(command, null, undefined)
        if (state !== 'connected') end()
        break
      default:
        // releaseStream, FCPublish, _checkbw and other commands that encoders send first.
        respond(command, null, undefined)
    }
  }

  function end(): void {
    state = 'ended'
    options.onUnpublish(true)
  }

  function connect(command: Command): void {
    if (state !== 'new') throw new ProtocolError('connect twice')
    state = 'connected'
    app = stringProperty(command, 'app') ?? ''
    encoder = printable(stringProperty(command, 'flashver') ?? '', limits.maxEncoderNameLength)
    send(
      encodeUint32(messageTypes.windowAcknowledgementSize, windowBytes),
      encodePeerBandwidth(windowBytes),
      encodeUint32(messageTypes.setChunkSize, sentChunkSizeBytes),
    )
    writtenChunkSizeBytes = sentChunkSizeBytes
    respond(
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
    state = 'publish-requested'
    const address = readPublishAddress(app, stringAt(command, 1) ?? '')
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
    state = 'ended'
    const reason = 'This address only receives streams. Watch on the web site.'
    send(encodeStatus(command.streamId, 'error', 'NetStream.Play.Failed', reason))
    options.onRefused(reason)
  }

  function refuse(reason: string): void {
    if (state !== 'publish-requested' && state !== 'publishing') return
    state = 'ended'
    // OBS stops on this code and shows its description. ffmpeg shows the description of any code.
    send(encodeStatus(publishedStreamId, 'error', 'NetStream.Publish.Rejected', reason))
  }

  return {
    receive,
    accept() {
      if (state !== 'publish-requested') return
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

/** Makes text from the peer safe for a log line. */
function printable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
}
