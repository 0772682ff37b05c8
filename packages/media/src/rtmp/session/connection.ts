import type { Socket } from 'node:net'
import type { AddressLimits, AddressSlot } from '../admission/address-limits.ts'
import type { RtmpEvent } from '../events.ts'
import type { RtmpLimits } from '../limits.ts'
import { createMediaDemuxer, type MediaDemuxer } from '../media/media-demuxer.ts'
import { MediaPace } from '../media/media-pace.ts'
import type { Authorize, PublishDecision, Publisher, PublisherSink, PublishRequest } from '../media/publisher.ts'
import { ProtocolError } from '../protocol-error.ts'
import { createSession, type Session } from './session.ts'

interface ConnectionOptions {
  id: number
  /** Address of the encoder; the socket may come from a proxy. */
  remoteAddress: string
  limits: RtmpLimits
  addresses: AddressLimits
  /** Its place among the unpublished connections of its address. The connection releases it. */
  slot: AddressSlot
  /** Milliseconds since 1970. */
  now: () => number
  monotonicNow: () => number
  authorize: Authorize
  onEvent(event: RtmpEvent): void
  onClosed(): void
}

type State =
  | { name: 'unpublished' }
  | { name: 'authorizing' }
  | { name: 'publishing'; sink: PublisherSink; demuxer: MediaDemuxer; pace: MediaPace; sinceMs: number }
  /** Waits until the peer has read the last messages. */
  | { name: 'closing' }

/** One RTMP connection. It owns its timers and its sink, and contains all of its errors. */
export class RtmpConnection {
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  readonly #remoteAddress: string
  readonly #session: Session
  readonly #publisher: Publisher
  #state: State = { name: 'unpublished' }
  #deadline: NodeJS.Timeout | undefined
  /** Runs while nothing is read. */
  #pause: NodeJS.Timeout | undefined
  #lastMediaAtMs: number

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#remoteAddress = options.remoteAddress
    this.#lastMediaAtMs = options.now()
    this.#session = createSession({
      limits: options.limits,
      now: options.monotonicNow,
      send: (bytes) => this.#send(bytes),
      onHandshake: () => this.#setDeadline(options.limits.publishTimeoutMs, 'no publish in time'),
      onPublish: (request) => void this.#authorize({ ...request, remoteAddress: this.#remoteAddress }),
      onMedia: (message) => this.#receiveMedia(message),
      onUnpublish: (isFinal) => this.#unpublish(isFinal),
      onRefused: (reason) => this.#endRefused(reason),
    })
    this.#publisher = this.#createPublisher()

    options.slot.makeRoom = () => this.#makeRoom()
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#receive(bytes)).resume()
    socket.on('timeout', () => this.close('The encoder has sent nothing for a while.'))
    // A 'close' event always follows.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#onSocketClosed())
    this.#setDeadline(options.limits.handshakeTimeoutMs, 'no handshake in time')
    this.#emit({ type: 'connected' })
  }

  /** Sends the peer the reason, ends the sink, and closes within `closeTimeoutMs`. */
  close(reason: string): void {
    if (this.#state.name === 'closing') return
    this.#guard(() => this.#session.refuse(reason))
    this.#end(reason)
  }

  #createPublisher(): Publisher {
    const connection = this
    return {
      remoteAddress: this.#remoteAddress,
      close: (reason) => this.close(reason),
      get encoder() {
        return connection.#session.encoder
      },
      get lastMediaAtMs() {
        return connection.#lastMediaAtMs
      },
      get bytesReceived() {
        return connection.#session.bytesReceived
      },
    }
  }

  #receive(bytes: Uint8Array): void {
    if (this.#state.name === 'closing') return
    if (this.#state.name === 'publishing') this.#pauseFor(this.#state.pace.receive(bytes.length))
    this.#guard(() => this.#session.receive(bytes))
  }

  /** The encoder's data waits in its own memory. */
  #pauseFor(pauseMs: number): void {
    if (pauseMs === 0) return
    this.#socket.pause()
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.#socket.resume(), pauseMs)
  }

  #endPause(): void {
    clearTimeout(this.#pause)
    if (!this.#socket.destroyed) this.#socket.resume()
  }

  /** Runs code that may throw because of the peer's input or the application's code. */
  #guard(action: () => void): void {
    try {
      action()
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#emit({ type: 'protocol-error', reason: error.message })
        this.#end(`The encoder broke the protocol: ${error.message}.`)
      } else {
        this.#emit({ type: 'internal-error', error })
        this.#end('The server failed. Please start the stream again.')
      }
    }
  }

  #send(bytes: Uint8Array): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    this.#socket.write(bytes)
    if (this.#socket.writableLength > this.#options.limits.maxUnsentBytes) {
      throw new ProtocolError('answers are not being read')
    }
  }

  async #authorize(request: PublishRequest): Promise<void> {
    this.#state = { name: 'authorizing' }
    // Its turn comes within a moment: whether its key is right must not depend on who else connects from its address.
    this.#options.slot.makeRoom = undefined
    const decision = await this.#decide(request)
    this.#guard(() => this.#applyDecision(request, decision))
  }

  #applyDecision(request: PublishRequest, decision: PublishDecision): void {
    // The peer may have disconnected while its key was checked.
    if (this.#state.name !== 'authorizing') {
      if (decision.accept) decision.sink.ended('The encoder closed the connection.', false)
      return
    }
    if (!decision.accept) {
      if (decision.isWrongKey) this.#options.addresses.countWrongKey(this.#remoteAddress)
      this.#session.refuse(decision.reason)
      this.#endRefused(decision.reason)
      return
    }
    const { sink, maxBitsPerSecond = () => undefined } = decision
    const nowMs = this.#options.now()
    this.#lastMediaAtMs = nowMs
    const pace = new MediaPace({ ...this.#options.limits, maxBitsPerSecond, now: this.#options.monotonicNow })
    const demuxer = createMediaDemuxer({
      config: (config) => sink.config(config),
      sample(sample) {
        pace.advance(sample.dtsMs)
        sink.sample(sample)
      },
    })
    this.#state = { name: 'publishing', sink, demuxer, pace, sinceMs: nowMs }
    clearTimeout(this.#deadline)
    this.#socket.setTimeout(this.#options.limits.idleTimeoutMs)
    this.#options.slot.release()
    this.#emit({ type: 'publishing', app: request.app, encoder: request.encoder })
    this.#session.accept()
  }

  async #decide(request: PublishRequest): Promise<PublishDecision> {
    try {
      const { addresses, authorize } = this.#options
      const isWaiting = () => this.#state.name === 'authorizing'
      const decision = await addresses.checkKey(this.#remoteAddress, () =>
        isWaiting() ? authorize(request, this.#publisher) : undefined,
      )
      return decision ?? { accept: false, reason: 'The encoder closed the connection.' }
    } catch (error) {
      this.#emit({ type: 'internal-error', error })
      return { accept: false, reason: 'The stream key cannot be checked at the moment. Please try again soon.' }
    }
  }

  #receiveMedia(message: Parameters<MediaDemuxer['receive']>[0]): void {
    if (this.#state.name !== 'publishing') return
    this.#lastMediaAtMs = this.#options.now()
    const { demuxer, pace } = this.#state
    const refusal = demuxer.receive(message) ?? tooMuch(pace.exceeded)
    if (!refusal) return
    this.#session.refuse(refusal)
    this.#endRefused(refusal)
  }

  #endRefused(reason: string): void {
    this.#emit({ type: 'refused', encoder: this.#session.encoder, reason })
    this.#end(reason)
  }

  #unpublish(isFinal: boolean): void {
    const reason = 'The encoder stopped the stream.'
    if (isFinal) {
      this.#end(reason, true)
    } else {
      this.#endSink(reason, true)
      this.#state = { name: 'unpublished' }
      this.#setDeadline(this.#options.limits.closeTimeoutMs, undefined)
    }
  }

  #setDeadline(afterMs: number, protocolError: string | undefined): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      if (protocolError) this.#emit({ type: 'protocol-error', reason: protocolError })
      this.#end('The connection took too long.')
    }, afterMs)
  }

  /** Ends the sink and the sending side. Further input is read and dropped, because a reset could overtake our last messages. */
  #end(reason: string, hasStopped = false): void {
    if (this.#state.name === 'closing') return
    this.#endSink(reason, hasStopped)
    this.#state = { name: 'closing' }
    this.#options.slot.makeRoom = () => this.#makeRoom()
    clearTimeout(this.#deadline)
    this.#endPause()
    if (this.#socket.destroyed) return
    this.#socket.end()
    this.#deadline = setTimeout(() => this.#socket.destroy(), this.#options.limits.closeTimeoutMs)
  }

  /** A newer connection of the address needs the slot. */
  #makeRoom(): void {
    if (this.#state.name !== 'closing')
      this.#emit({ type: 'protocol-error', reason: 'no publish before newer connections' })
    this.#end('A newer connection needed the place of this one.')
    this.#socket.destroy()
  }

  #endSink(reason: string, hasStopped = false): void {
    if (this.#state.name !== 'publishing') return
    const { sink, sinceMs } = this.#state
    this.#state = { name: 'closing' }
    const { bytesReceived } = this.#session
    this.#emit({ type: 'ended', reason, bytesReceived, durationMs: this.#options.now() - sinceMs })
    this.#guard(() => sink.ended(reason, hasStopped))
  }

  #onSocketClosed(): void {
    this.#endSink('The encoder closed the connection.')
    this.#state = { name: 'closing' }
    clearTimeout(this.#deadline)
    clearTimeout(this.#pause)
    this.#options.slot.release()
    this.#options.onClosed()
  }

  #emit(event: DistributiveOmit<RtmpEvent, 'connectionId' | 'remoteAddress'>): void {
    this.#options.onEvent({ ...event, connectionId: this.#options.id, remoteAddress: this.#remoteAddress } as RtmpEvent)
  }
}

function tooMuch(bitsPerSecond: number | undefined): string | undefined {
  if (bitsPerSecond === undefined) return undefined
  const most = bitsPerSecond / 1000
  return `The encoder sends more than ${most} kbit/s, the most that this site takes. Lower its bitrate and start again.`
}

type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never
