import type { Socket } from 'node:net'
import type { AddressLimits } from '../address-limits.ts'
import type { RtmpEvent } from '../events.ts'
import type { RtmpLimits } from '../limits.ts'
import { createMediaIntake, type MediaIntake } from '../media/media-intake.ts'
import type { Authorize, PublishDecision, Publisher, PublisherSink, PublishRequest } from '../media/publisher.ts'
import { ProtocolError } from '../protocol-error.ts'
import { createSession, type Session } from './session.ts'

export interface ConnectionOptions {
  id: number
  /** Of the encoder, wherever the socket comes from. */
  remoteAddress: string
  limits: RtmpLimits
  addresses: AddressLimits
  authorize: Authorize
  onEvent(event: RtmpEvent): void
  onClosed(): void
}

type State =
  | { name: 'unpublished' }
  | { name: 'authorizing' }
  | { name: 'publishing'; sink: PublisherSink; intake: MediaIntake; sinceMs: number }
  /** Has said its last words; waits for the peer to have read them. */
  | { name: 'closing' }

/** One socket: owns its timers and its sink, and lets nothing that goes wrong out of itself. */
export class RtmpConnection {
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  readonly #remoteAddress: string
  readonly #session: Session
  readonly #publisher: Publisher
  #state: State = { name: 'unpublished' }
  #countsForAddress = true
  #deadline: NodeJS.Timeout | undefined
  #lastMediaAtMs = Date.now()

  /** The socket has been entered into `addresses`; the connection leaves for it. */
  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#remoteAddress = options.remoteAddress
    this.#session = createSession({
      limits: options.limits,
      send: (bytes) => this.#send(bytes),
      onHandshake: () => this.#setDeadline(options.limits.publishTimeoutMs, 'no publish in time'),
      onPublish: (request) => void this.#authorize({ ...request, remoteAddress: this.#remoteAddress }),
      onMedia: (message) => this.#receiveMedia(message),
      onUnpublish: (isFinal) => this.#unpublish(isFinal),
      onRefused: (reason) => this.#refused(reason),
    })
    this.#publisher = this.#createPublisher()

    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#receive(bytes)).resume()
    socket.on('timeout', () => this.close('The encoder has sent nothing for a while.'))
    // 'close' always follows.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#closed())
    this.#setDeadline(options.limits.handshakeTimeoutMs, 'no handshake in time')
    this.#emit({ type: 'connected' })
  }

  /** Tells the peer why, ends the sink and closes, at the latest after `closeTimeoutMs`. */
  close(reason: string): void {
    if (this.#state.name === 'closing') return
    this.#guard(() => this.#session.refuse(reason))
    this.#leave(reason)
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
    this.#guard(() => this.#session.receive(bytes))
  }

  /** Runs what the peer's bytes or the application's code may break. */
  #guard(action: () => void): void {
    try {
      action()
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#emit({ type: 'protocol-error', reason: error.message })
        this.#leave(`The encoder broke the protocol: ${error.message}.`)
      } else {
        this.#emit({ type: 'internal-error', error })
        this.#leave('The server failed. Please start the stream again.')
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
    const decision = await this.#decide(request)
    this.#guard(() => this.#decided(request, decision))
  }

  #decided(request: PublishRequest, decision: PublishDecision): void {
    // The peer may have gone while the key was looked up.
    if (this.#state.name !== 'authorizing') {
      if (decision.accept) decision.sink.ended('The encoder closed the connection.')
      return
    }
    if (!decision.accept) {
      if (decision.isWrongKey) this.#options.addresses.countWrongKey(this.#remoteAddress)
      this.#session.refuse(decision.reason)
      this.#refused(decision.reason)
      return
    }
    const { sink } = decision
    this.#lastMediaAtMs = Date.now()
    this.#state = { name: 'publishing', sink, intake: createMediaIntake(sink), sinceMs: Date.now() }
    clearTimeout(this.#deadline)
    this.#socket.setTimeout(this.#options.limits.idleTimeoutMs)
    this.#leaveAddress()
    this.#emit({ type: 'publishing', app: request.app, encoder: request.encoder })
    this.#session.accept()
  }

  async #decide(request: PublishRequest): Promise<PublishDecision> {
    if (this.#options.addresses.isPenalised(this.#remoteAddress)) {
      return { accept: false, reason: 'Too many wrong stream keys. Please wait a minute and try again.' }
    }
    try {
      return await this.#options.authorize(request, this.#publisher)
    } catch (error) {
      this.#emit({ type: 'internal-error', error })
      return { accept: false, reason: 'The stream key cannot be checked at the moment. Please try again soon.' }
    }
  }

  #receiveMedia(message: Parameters<MediaIntake['receive']>[0]): void {
    if (this.#state.name !== 'publishing') return
    this.#lastMediaAtMs = Date.now()
    const refusal = this.#state.intake.receive(message)
    if (!refusal) return
    this.#session.refuse(refusal)
    this.#refused(refusal)
  }

  #refused(reason: string): void {
    this.#emit({ type: 'refused', encoder: this.#session.encoder, reason })
    this.#leave(reason)
  }

  #unpublish(isFinal: boolean): void {
    const reason = 'The encoder stopped the stream.'
    if (isFinal) {
      this.#leave(reason)
    } else {
      this.#endSink(reason)
      this.#state = { name: 'unpublished' }
      this.#setDeadline(this.#options.limits.closeTimeoutMs, undefined)
    }
  }

  #setDeadline(afterMs: number, protocolError: string | undefined): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      if (protocolError) this.#emit({ type: 'protocol-error', reason: protocolError })
      this.#leave('The connection took too long.')
    }, afterMs)
  }

  /** Ends the sink and the sending side; what still arrives is read and dropped, lest a reset overtake our last words. */
  #leave(reason: string): void {
    if (this.#state.name === 'closing') return
    this.#endSink(reason)
    this.#state = { name: 'closing' }
    clearTimeout(this.#deadline)
    if (this.#socket.destroyed) return
    this.#socket.end()
    this.#deadline = setTimeout(() => this.#socket.destroy(), this.#options.limits.closeTimeoutMs)
  }

  #endSink(reason: string): void {
    if (this.#state.name !== 'publishing') return
    const { sink, sinceMs } = this.#state
    this.#state = { name: 'closing' }
    const { bytesReceived } = this.#session
    this.#emit({ type: 'ended', reason, bytesReceived, durationMs: Date.now() - sinceMs })
    this.#guard(() => sink.ended(reason))
  }

  #closed(): void {
    this.#endSink('The encoder closed the connection.')
    this.#state = { name: 'closing' }
    clearTimeout(this.#deadline)
    this.#leaveAddress()
    this.#options.onClosed()
  }

  #leaveAddress(): void {
    if (this.#countsForAddress) this.#options.addresses.leave(this.#remoteAddress)
    this.#countsForAddress = false
  }

  #emit(event: DistributiveOmit<RtmpEvent, 'connectionId' | 'remoteAddress'>): void {
    this.#options.onEvent({ ...event, connectionId: this.#options.id, remoteAddress: this.#remoteAddress } as RtmpEvent)
  }
}

type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never
