import { realTimeProtocol, realTimeTokenPrefix } from '@waggle/contract/playback/real-time'
import { MoqClient, type TrackHandler } from '@waggle/media/moq/client/moq-client'

interface ConnectionOptions {
  /** Of the WebSocket. */
  address: string
  /** The broadcast's name in the protocol. */
  streamId: string
  /** Undefined for a relay, which asks for none. */
  token: string | undefined
  onOpen(): void
  onMessage(): void
  onPong(): void
  /** Called once, unless the connection was closed from here. `wasOpen` is false where the socket was never opened. */
  onClosed(code: number, wasOpen: boolean): void
}

const openTimeoutMs = 1000
/** RFC 6455 section 7.4.1: the connection was lost without a close. */
const abnormalClosure = 1006

/** One socket to the broadcast. Requests that are made before it is open are sent then. */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #socket: WebSocket
  readonly #client: MoqClient
  #unsent: Uint8Array[] = []
  readonly #timer: ReturnType<typeof setTimeout>
  #isOpen = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    // The token is no part of the address, because servers log addresses.
    const { address, token } = options
    const offered = token === undefined ? [] : [realTimeTokenPrefix + token]
    this.#socket = new WebSocket(address, [realTimeProtocol, ...offered])
    this.#socket.binaryType = 'arraybuffer'
    this.#client = new MoqClient({
      broadcast: options.streamId,
      send: (message) => this.#send(message),
      onPong: options.onPong,
    })
    this.#socket.onopen = () => this.#open()
    this.#socket.onmessage = ({ data }) => this.#receive(data)
    this.#socket.onclose = ({ code }) => this.#end(code)
    this.#timer = setTimeout(() => this.#end(abnormalClosure), openTimeoutMs)
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isClosed
  }

  subscribe(track: string, priority: number, handler: TrackHandler): () => void {
    return this.#client.subscribe(track, priority, handler)
  }

  ping(): void {
    this.#client.ping()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#socket.close()
  }

  #open(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#isOpen = true
    for (const message of this.#unsent) this.#send(message)
    this.#unsent = []
    this.#options.onOpen()
  }

  #send(message: Uint8Array): void {
    if (!this.#isOpen) this.#unsent.push(message)
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message as Uint8Array<ArrayBuffer>)
  }

  #receive(data: unknown): void {
    if (this.#isClosed || !(data instanceof ArrayBuffer)) return
    this.#options.onMessage()
    try {
      this.#client.receive(new Uint8Array(data))
    } catch {
      this.#end(abnormalClosure)
    }
  }

  #end(code: number): void {
    if (this.#isClosed) return
    const wasOpen = this.#isOpen
    this.close()
    this.#options.onClosed(code, wasOpen)
  }
}
