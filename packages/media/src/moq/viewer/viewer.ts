import type { MoqLimits } from '../limits.ts'
import { setupStream } from '../lite/fields.ts'
import { suffixBelow } from '../lite/path-suffix.ts'
import { announcement, announceOk, trackInfo } from '../lite/replies.ts'
import {
  readAnnounceRequest,
  readSubscribe,
  readSubscribeUpdate,
  readTrackRequest,
  type TrackRequest,
} from '../lite/requests.ts'
import { dataTypes, requestTypes, resetCodes } from '../lite/stream-types.ts'
import { QmuxConnection } from '../qmux/qmux-connection.ts'
import { isUniStream, type PeerStream, type Role } from '../qmux/streams.ts'
import type { Transport } from '../qmux/transport.ts'
import type { Track } from '../tracks/track.ts'
import type { ByteReader } from '../wire/byte-reader.ts'
import { MessageBuffer } from '../wire/message-buffer.ts'
import { MoqError } from '../wire/moq-error.ts'
import { Subscription } from './subscription.ts'

interface ViewerOptions {
  transport: Transport
  /** A viewer has connected to this server. As a client, this end has connected to a relay, which then asks like a viewer. */
  role: Role
  /** Path of the only broadcast of this connection. */
  path: string
  findTrack(name: string): Track | undefined
  limits: MoqLimits
  /** The close code of a viewer that is too slow for what it subscribes to. */
  tooSlowCode: number
  /** A clock that never jumps, in milliseconds. */
  nowMs(): number
  /** Called once, with the reason where the viewer violated the protocol or a limit. */
  onClosed(violation: string | undefined): void
}

/** What the viewer has opened a stream for. */
interface Request {
  /** Undefined until it has arrived. */
  type: number | undefined
  inbox: MessageBuffer
}

/** The requests that are answered. A viewer that says it will go needs no answer. */
const offered = new Set<number>([
  requestTypes.announce,
  requestTypes.subscribe,
  requestTypes.track,
  requestTypes.goaway,
])

/** One viewer's connection: moq-lite (draft 05) over qmux, with one broadcast in it. Nothing that the viewer sends makes a call throw. */
export class Viewer {
  readonly #options: ViewerOptions
  readonly #connection: QmuxConnection
  readonly #openedAtMs: number
  readonly #requests = new Map<PeerStream, Request>()
  readonly #announcing = new Map<PeerStream, string>()
  /** By the stream that it was requested on; the highest priority first. */
  #subscriptions: Subscription[] = []
  #receivedAtMs: number
  #pingedAtMs = Number.NEGATIVE_INFINITY
  #subscribedAtMs: number
  #hasSentSetup = false
  #isClosed = false

  constructor(options: ViewerOptions) {
    this.#options = options
    this.#openedAtMs = options.nowMs()
    this.#receivedAtMs = this.#openedAtMs
    this.#subscribedAtMs = this.#openedAtMs
    this.#connection = new QmuxConnection(
      options.transport,
      {
        received: (stream, data) => this.#takeRequest(stream, data),
        abandoned: (stream) => this.#abandon(stream),
        closed: () => this.#end(undefined),
      },
      options,
    )
    this.#connection.flush()
  }

  /** True while the viewer receives audio or video. */
  get isWatching(): boolean {
    return this.#subscriptions.some(({ track }) => track.isMedia)
  }

  /** True when the viewer is subscribed to one of these tracks. */
  reads(tracks: ReadonlySet<Track>): boolean {
    return this.#subscriptions.some(({ track }) => tracks.has(track))
  }

  /** Takes one WebSocket message from the viewer. */
  receive(message: Uint8Array): void {
    this.#guard(() => {
      this.#receivedAtMs = this.#options.nowMs()
      this.#connection.receive(message, this.#receivedAtMs)
      this.#send()
    })
  }

  /** Sends what is new and what the viewer can take. Called after every change of the broadcast, and when the socket has drained. */
  send(): void {
    this.#guard(() => this.#send())
  }

  /** Ends the connection of a viewer that is silent, asks one that may be gone, and is called about every second. */
  check(): void {
    this.#guard(() => {
      const { limits, nowMs } = this.#options
      const now = nowMs()
      const silentMs = now - this.#receivedAtMs
      if (this.isWatching) this.#subscribedAtMs = now
      if (!this.#connection.isReady && now - this.#openedAtMs > limits.handshakeTimeoutMs) {
        throw new MoqError('no transport parameters in time')
      }
      if (silentMs > limits.idleTimeoutMs) throw new MoqError('silent for too long')
      if (now - this.#subscribedAtMs > limits.unsubscribedTimeoutMs) throw new MoqError('no subscription for too long')
      if (this.#connection.isReady && silentMs > limits.pingAfterMs && now - this.#pingedAtMs > limits.pingAfterMs) {
        this.#pingedAtMs = now
        this.#connection.ping()
      }
      this.#send()
    })
  }

  /** Ends the connection. `code` is the WebSocket's close code too; `isOver` tells the viewer that the broadcast has ended. */
  close(code: number, reason: string, isOver = false): void {
    if (this.#isClosed) return
    this.#guard(() => {
      this.#send()
      if (isOver) this.#announceEnd()
      this.#connection.close(code, reason)
    })
    this.#end(undefined)
  }

  /** The socket is gone. */
  disconnected(): void {
    this.#end(undefined)
  }

  #guard(action: () => void): void {
    if (this.#isClosed) return
    try {
      action()
    } catch (error) {
      const reason = error instanceof MoqError ? error.message : `internal error: ${error}`
      this.#connection.fail(error instanceof MoqError ? reason : 'internal error')
      this.#end(reason)
    }
  }

  #end(violation: string | undefined): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const subscription of this.#subscriptions) subscription.track.unsubscribe(subscription)
    this.#subscriptions = []
    this.#options.onClosed(violation)
  }

  #send(): void {
    if (this.#isClosed) return
    if (this.#connection.isReady && !this.#hasSentSetup) this.#sendSetup()
    if (this.#subscriptions.some(({ isTooSlow }) => isTooSlow)) {
      this.#connection.close(this.#options.tooSlowCode, 'the connection is too slow')
      this.#end(undefined)
      return
    }
    let hasEnded = false
    for (const subscription of this.#subscriptions) {
      subscription.send()
      hasEnded ||= subscription.isEnded
    }
    if (hasEnded) this.#subscriptions = this.#subscriptions.filter(({ isEnded }) => !isEnded)
    this.#connection.flush()
  }

  #sendSetup(): void {
    this.#hasSentSetup = true
    const stream = this.#connection.openUni()
    // A viewer that allows no streams gets no media either.
    if (stream === undefined) return
    this.#connection.sendWhole(stream, setupStream())
    this.#connection.finish(stream)
  }

  #takeRequest(stream: PeerStream, data: Uint8Array): void {
    const request = this.#requests.get(stream) ?? this.#openRequest(stream)
    request.inbox.push(data)
    request.type ??= request.inbox.takeVarint()
    const { type, inbox } = request
    if (type !== undefined) {
      const isUni = isUniStream(stream.id)
      if (isUni ? type !== dataTypes.setup : !offered.has(type)) this.#connection.refuse(stream, resetCodes.notOffered)
      else if (isUni) inbox.clear()
      else this.#takeMessages(stream, type, inbox)
    }
    if (stream.hasEnded) this.#finishRequest(stream)
  }

  #openRequest(stream: PeerStream): Request {
    const request = { type: undefined, inbox: new MessageBuffer(this.#options.limits.maxMessageBytes) }
    this.#requests.set(stream, request)
    return request
  }

  #takeMessages(stream: PeerStream, type: number, inbox: MessageBuffer): void {
    for (let message = inbox.takeMessage(); message; message = inbox.takeMessage()) {
      this.#takeMessage(stream, type, message)
      // It was refused, or everything was said.
      if (!stream.reply?.isOpen) inbox.clear()
    }
  }

  #takeMessage(stream: PeerStream, type: number, message: ByteReader): void {
    const subscription = this.#subscriptions.find((known) => known.stream === stream)
    if (subscription) {
      subscription.update(readSubscribeUpdate(message))
      this.#sortSubscriptions()
      return
    }
    if (!stream.reply?.isOpen) return
    switch (type) {
      case requestTypes.announce:
        this.#announce(stream, readAnnounceRequest(message).prefix)
        break
      case requestTypes.track:
        this.#sendTrackInfo(stream, readTrackRequest(message))
        break
      case requestTypes.subscribe:
        this.#subscribe(stream, readSubscribe(message))
        break
    }
  }

  #announce(stream: PeerStream, prefix: string): void {
    const suffix = suffixBelow(prefix, this.#options.path)
    this.#reply(stream, announceOk(suffix === undefined ? 0 : 1))
    if (suffix === undefined) return
    this.#reply(stream, announcement(true, suffix))
    this.#announcing.set(stream, suffix)
  }

  #announceEnd(): void {
    for (const [stream, suffix] of this.#announcing) {
      if (stream.reply?.isOpen) this.#reply(stream, announcement(false, suffix))
    }
    this.#connection.flush()
  }

  #sendTrackInfo(stream: PeerStream, request: TrackRequest): void {
    const track = this.#findTrack(request)
    if (track === undefined) {
      this.#connection.refuse(stream, resetCodes.notFound)
      return
    }
    this.#reply(stream, trackInfo(track.info))
    if (stream.reply) this.#connection.finish(stream.reply)
  }

  #subscribe(stream: PeerStream, request: ReturnType<typeof readSubscribe>): void {
    const track = this.#findTrack(request)
    const { limits } = this.#options
    if (this.#subscriptions.some(({ id }) => id === request.id)) throw new MoqError('a subscription id is used twice')
    if (track === undefined) {
      this.#connection.refuse(stream, resetCodes.notFound)
    } else if (this.#subscriptions.length >= limits.maxSubscriptions) {
      this.#connection.refuse(stream, resetCodes.tooMany)
    } else {
      this.#subscriptions.push(new Subscription(request, stream, track, { connection: this.#connection, limits }))
      this.#sortSubscriptions()
    }
  }

  #findTrack({ broadcast, track }: TrackRequest): Track | undefined {
    return broadcast === this.#options.path ? this.#options.findTrack(track) : undefined
  }

  #sortSubscriptions(): void {
    this.#subscriptions.sort((a, b) => b.priority - a.priority)
  }

  /** The viewer has sent all of a request. For a subscription and for announcements that is their end. */
  #finishRequest(stream: PeerStream): void {
    this.#abandon(stream)
    if (stream.reply) this.#connection.finish(stream.reply)
  }

  #abandon(stream: PeerStream): void {
    this.#requests.delete(stream)
    this.#announcing.delete(stream)
    const subscription = this.#subscriptions.find((known) => known.stream === stream)
    if (subscription === undefined) return
    subscription.cancel()
    this.#subscriptions = this.#subscriptions.filter((known) => known !== subscription)
  }

  #reply(stream: PeerStream, message: Uint8Array): void {
    if (!stream.reply || !this.#connection.sendWhole(stream.reply, message)) {
      throw new MoqError('too little is allowed for a reply')
    }
  }
}
