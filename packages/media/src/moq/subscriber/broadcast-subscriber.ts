import { MoqClient, type TrackHandler } from '../client/moq-client.ts'
import { MoqError } from '../wire/moq-error.ts'

interface SubscriberOptions {
  /** The broadcast's path at the publisher. */
  path: string
  /** Sends one WebSocket message. */
  send(message: Uint8Array): void
  /** Ends the WebSocket with this code. */
  end(code: number): void
  /** A clock that never jumps, in milliseconds. */
  nowMs(): number
  /** The connection has ended: by the publisher with this code, or because it is silent or broke the protocol. */
  onClosed(code: number | undefined): void
}

/** A publisher that says nothing for this long is asked whether it is still there, and is given up after the second time. */
const pingAfterMs = 2_000
const silentTimeoutMs = 6_000
/** WebSocket close codes. */
const goingAway = 1001
const protocolError = 1002

/** A connection to the server that publishes a broadcast. Calls never throw. */
export class BroadcastSubscriber {
  readonly #options: SubscriberOptions
  readonly #client: MoqClient
  #receivedAtMs: number
  #pingedAtMs: number
  #isClosed = false

  constructor(options: SubscriberOptions) {
    this.#options = options
    this.#receivedAtMs = options.nowMs()
    this.#pingedAtMs = this.#receivedAtMs
    const { path: broadcast, send } = options
    this.#client = new MoqClient({ broadcast, send, onPong: () => undefined })
  }

  /** Subscribes to a track from its newest group on. Returns how to end that. */
  subscribe(name: string, priority: number, handler: TrackHandler): () => void {
    if (this.#isClosed) return () => undefined
    const cancel = this.#client.subscribe(name, priority, handler)
    return () => !this.#isClosed && cancel()
  }

  /** Takes one WebSocket message from the publisher. */
  receive(message: Uint8Array): void {
    if (this.#isClosed) return
    this.#receivedAtMs = this.#options.nowMs()
    try {
      this.#client.receive(message)
    } catch (error) {
      if (!(error instanceof MoqError)) throw error
      this.close(protocolError)
    }
  }

  /** Gives up a publisher that is silent. Called about every second. */
  check(): void {
    if (this.#isClosed) return
    const now = this.#options.nowMs()
    const silentMs = now - this.#receivedAtMs
    if (silentMs > silentTimeoutMs) this.close(goingAway)
    else if (silentMs > pingAfterMs && now - this.#pingedAtMs > pingAfterMs) {
      this.#pingedAtMs = now
      this.#client.ping()
    }
  }

  close(code: number): void {
    if (this.#isClosed) return
    this.#options.end(code)
    this.disconnected(undefined)
  }

  /** The socket is gone; the publisher may have closed it with a code. */
  disconnected(code: number | undefined): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#options.onClosed(code)
  }
}
