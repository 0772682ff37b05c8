import type { MoqLimits } from '../limits.ts'
import { MoqError } from '../wire/moq-error.ts'
import { RateLimit } from '../wire/rate-limit.ts'
import {
  applicationCloseFrame,
  connectionCloseFrame,
  maxDataFrame,
  maxStreamDataFrame,
  maxStreamsFrame,
  pingRequestFrame,
  pingResponseFrame,
  resetStreamFrame,
  stopSendingFrame,
  transportParametersFrame,
} from './control-frames.ts'
import { Outbox } from './outbox.ts'
import { PeerStreams } from './peer-streams.ts'
import { type QmuxFrame, readRecord } from './read-record.ts'
import { ReceiveWindow } from './receive-window.ts'
import { isPeerStream, isUniStream, type PeerStream, type Role, type SendStream, streamKinds } from './streams.ts'
import type { Transport } from './transport.ts'
import type { TransportParameters } from './transport-parameters.ts'

interface QmuxHandler {
  /** Bytes of a stream have arrived, or its end. */
  received(stream: PeerStream, data: Uint8Array): void
  /** The peer has reset its direction of a stream. */
  abandoned(stream: PeerStream): void
  /** The peer has closed the connection. */
  closed(): void
}

/** WebSocket close code 1002, protocol error, is also the code of a CONNECTION_CLOSE. */
const protocolErrorCode = 1002
const normalCloseCode = 1000

/**
 * One end of qmux: QUIC's streams inside a WebSocket (draft-ietf-quic-qmux-02). Everything sent is collected until `flush()`. `receive`
 * throws MoqError when the peer violates the protocol; its caller then calls `fail`.
 */
export class QmuxConnection {
  readonly #handler: QmuxHandler
  readonly #transport: Transport
  readonly #role: Role
  readonly #outbox: Outbox
  readonly #bidi: PeerStreams
  readonly #uni: PeerStreams
  readonly #sending = new Map<number, SendStream>()
  readonly #frames: RateLimit
  readonly #opened: RateLimit
  #peer: TransportParameters | undefined
  /** Bytes on all streams: sent, and allowed by the peer. */
  #sentBytes = 0
  #maxSentBytes = 0
  #openedUni = 0
  #maxOpenedUni = 0
  readonly #window: ReceiveWindow
  #pings = 0
  #isClosed = false

  constructor(transport: Transport, handler: QmuxHandler, { role, limits }: { role: Role; limits: MoqLimits }) {
    this.#transport = transport
    this.#handler = handler
    this.#role = role
    this.#outbox = new Outbox(transport, role)
    this.#bidi = new PeerStreams(limits)
    this.#uni = new PeerStreams(limits)
    this.#frames = new RateLimit('frames', limits.maxFramesPerPeriod, limits.periodMs)
    this.#opened = new RateLimit('streams', limits.maxPeerStreamsPerPeriod, limits.periodMs)
    const connectionBytes = 16 * limits.maxMessageBytes
    this.#window = new ReceiveWindow(connectionBytes)
    const streamBytes = 2 * limits.maxMessageBytes
    this.#outbox.addMessage(
      transportParametersFrame({
        maxIdleTimeoutMs: limits.idleTimeoutMs,
        initialMaxData: connectionBytes,
        initialMaxStreamDataBidiLocal: 0,
        initialMaxStreamDataBidiRemote: streamBytes,
        initialMaxStreamDataUni: streamBytes,
        initialMaxStreamsBidi: limits.maxPeerStreams,
        initialMaxStreamsUni: limits.maxPeerStreams,
      }),
    )
  }

  /** True once the peer has said what it allows. */
  get isReady(): boolean {
    return this.#peer !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Bytes that wait to be sent. */
  get queuedBytes(): number {
    return this.#transport.queuedBytes + this.#outbox.bytes
  }

  /** Takes one WebSocket message. Throws MoqError where it is malformed or beyond a limit. */
  receive(record: Uint8Array, nowMs: number): void {
    readRecord(record, (frame) => {
      if (this.#isClosed) return
      this.#frames.count(nowMs)
      // Draft 02: transport parameters are the first frame, and no other.
      if ((frame.type === 'transportParameters') === this.isReady)
        throw new MoqError('transport parameters in the wrong place')
      this.#take(frame, nowMs)
    })
  }

  /** Opens a stream to the peer. Undefined while the peer allows no more. */
  openUni(): SendStream | undefined {
    if (this.#peer === undefined || this.#openedUni >= this.#maxOpenedUni) return undefined
    const id = 4 * this.#openedUni + (this.#role === 'server' ? streamKinds.serverUni : streamKinds.clientUni)
    const stream = { id, sentBytes: 0, maxBytes: this.#peer.initialMaxStreamDataUni, isOpen: true }
    this.#openedUni += 1
    this.#sending.set(id, stream)
    return stream
  }

  /**
   * Sends bytes of `head` followed by `data`, from the offset `from` on, as far as one frame and the peer's credit allow. Returns how
   * many; 0 means that the peer has to grant credit first. `data` is not copied and must not change.
   */
  sendPart(stream: SendStream, head: Uint8Array, data: Uint8Array, from: number): number {
    const credit = Math.min(stream.maxBytes - stream.sentBytes, this.#maxSentBytes - this.#sentBytes)
    const wanted = Math.min(head.length + data.length - from, credit)
    if (wanted <= 0 || !stream.isOpen || this.#isClosed) return 0
    const sent = this.#outbox.addStreamData(stream, head, data, from, wanted)
    stream.sentBytes += sent
    this.#sentBytes += sent
    return sent
  }

  /** Sends all of a short message, or nothing and returns false when the peer has not granted enough credit. */
  sendWhole(stream: SendStream, message: Uint8Array): boolean {
    const credit = Math.min(stream.maxBytes - stream.sentBytes, this.#maxSentBytes - this.#sentBytes)
    return message.length <= credit && this.sendPart(stream, message, noBytes, 0) === message.length
  }

  /** Ends a stream after what was sent on it. */
  finish(stream: SendStream): void {
    if (!stream.isOpen) return
    this.#outbox.addStreamEnd(stream)
    this.#end(stream)
  }

  /** Ends a stream whose rest is not sent. */
  reset(stream: SendStream, code: number): void {
    if (!stream.isOpen) return
    this.#outbox.addMessage(resetStreamFrame(stream.id, code, stream.sentBytes))
    this.#end(stream)
  }

  /** Refuses what the peer asked on a stream of its own. */
  refuse(stream: PeerStream, code: number): void {
    if (!stream.hasEnded) {
      this.#outbox.addMessage(stopSendingFrame(stream.id, code))
      stream.hasEnded = true
    }
    if (stream.reply?.isOpen) this.reset(stream.reply, code)
    else this.#closeIfDone(stream)
  }

  /** Asks the peer for a sign of life. */
  ping(): void {
    this.#outbox.addMessage(pingRequestFrame(this.#pings))
    this.#pings += 1
  }

  /** Hands everything that was collected to the socket. */
  flush(): void {
    this.#outbox.flush()
  }

  /** Ends the connection because this end wants to. `code` is also the WebSocket's close code. */
  close(code: number, reason: string): void {
    this.#closeWith(applicationCloseFrame(code, reason), code)
  }

  /** Ends the connection because the peer violated the protocol. */
  fail(reason: string): void {
    this.#closeWith(connectionCloseFrame(protocolErrorCode, reason), protocolErrorCode)
  }

  #closeWith(frame: Uint8Array, code: number): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#outbox.addMessage(frame)
    this.#outbox.flush()
    this.#sending.clear()
    this.#transport.end(code)
  }

  #take(frame: QmuxFrame, nowMs: number): void {
    switch (frame.type) {
      case 'stream':
        this.#takeStream(frame, nowMs)
        break
      case 'resetStream':
        this.#takeReset(frame.id, frame.finalBytes, nowMs)
        break
      case 'stopSending':
        this.#takeStopSending(frame.id, frame.code)
        break
      case 'transportParameters':
        this.#peer = frame.parameters
        this.#maxSentBytes = frame.parameters.initialMaxData
        this.#maxOpenedUni = frame.parameters.initialMaxStreamsUni
        break
      case 'maxData':
        this.#maxSentBytes = Math.max(this.#maxSentBytes, frame.max)
        break
      case 'maxStreamData': {
        const stream = this.#findSending(frame.id)
        if (stream) stream.maxBytes = Math.max(stream.maxBytes, frame.max)
        break
      }
      case 'maxStreamsUni':
        this.#maxOpenedUni = Math.max(this.#maxOpenedUni, frame.max)
        break
      case 'pingRequest':
        this.#outbox.addMessage(pingResponseFrame(frame.sequence))
        break
      case 'pingResponse':
        if (frame.sequence >= this.#pings) throw new MoqError('an answer to a ping that was never sent')
        break
      case 'close':
        this.#isClosed = true
        this.#transport.end(normalCloseCode)
        this.#handler.closed()
        break
    }
  }

  #takeStream({ id, data, isLast }: Extract<QmuxFrame, { type: 'stream' }>, nowMs: number): void {
    const stream = this.#findOrOpen(id, nowMs)
    this.#account(stream, data.length)
    if (stream === undefined || stream.hasEnded) return
    stream.hasEnded = isLast
    this.#handler.received(stream, data)
    if (stream.hasEnded) this.#closeIfDone(stream)
  }

  #takeReset(id: number, finalBytes: number, nowMs: number): void {
    const stream = this.#findOrOpen(id, nowMs)
    if (stream === undefined) return
    this.#account(stream, Math.max(0, finalBytes - stream.window.receivedBytes))
    if (!stream.hasEnded) {
      stream.hasEnded = true
      this.#handler.abandoned(stream)
    }
    this.#closeIfDone(stream)
  }

  /** RFC 9000 section 3.5: a stream that the peer stops reading is reset. */
  #takeStopSending(id: number, code: number): void {
    const stream = this.#findSending(id)
    if (stream === undefined) return
    this.reset(stream, code)
    const peerStream = this.#bidi.find(id)
    if (peerStream) this.#handler.abandoned(peerStream)
  }

  #findOrOpen(id: number, nowMs: number): PeerStream | undefined {
    if (!isPeerStream(id, this.#role)) throw new MoqError('data on a stream of ours')
    const streams = isUniStream(id) ? this.#uni : this.#bidi
    const known = streams.find(id)
    if (known) return known
    const stream = streams.findOrOpen(id, this.#peer?.initialMaxStreamDataBidiLocal ?? 0)
    if (stream !== undefined) this.#opened.count(nowMs)
    return stream
  }

  #account(stream: PeerStream | undefined, bytes: number): void {
    const max = this.#window.take(bytes)
    if (max !== undefined) this.#outbox.addMessage(maxDataFrame(max))
    const streamMax = stream?.window.take(bytes)
    if (stream && streamMax !== undefined) this.#outbox.addMessage(maxStreamDataFrame(stream.id, streamMax))
  }

  #findSending(id: number): SendStream | undefined {
    return this.#sending.get(id) ?? this.#bidi.find(id)?.reply
  }

  #end(stream: SendStream): void {
    stream.isOpen = false
    this.#sending.delete(stream.id)
    const peerStream = this.#bidi.find(stream.id)
    if (peerStream) this.#closeIfDone(peerStream)
  }

  #closeIfDone(stream: PeerStream): void {
    const isBidi = !isUniStream(stream.id)
    const max = (isBidi ? this.#bidi : this.#uni).closeIfDone(stream)
    if (max !== undefined) this.#outbox.addMessage(maxStreamsFrame(isBidi, max))
  }
}

const noBytes = new Uint8Array(0)
