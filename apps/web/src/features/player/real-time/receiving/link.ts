import { membersOnlyCloseCode } from '@waggle/contract/admission/entrance'
import { realTimeCloseCodes } from '@waggle/contract/playback/real-time'
import type { RealTimeFailure } from '../messages.ts'
import { Connection } from './connection.ts'

interface LinkOptions {
  /** Of the site's own socket. */
  address: string
  /** Of a relay that has the broadcast too. */
  relay: string | undefined
  streamId: string
  token: string
  nowMs(): number
  /** There is a connection to request tracks from; those of the previous one end soon, or have ended. */
  onConnection(connection: Connection): void
  /** A connection is open: to the relay, or to the site. */
  onOpen(isAtRelay: boolean): void
  /** The server has answered a question, after all that it had to send. */
  onAnswer(): void
  onTokenRefused(): void
  onEnded(): void
  onFailed(failure: RealTimeFailure): void
}

/** Silent for this long, the server is asked for a sign of life, which it then has to give in time: within 1.5 s low delay takes over. */
const askAfterMs = 600
const answerTimeoutMs = 900
/** After a sleep, a socket that was silent for this long is replaced without a question. */
const staleMs = 2000
/** A connection that is lost sooner is not replaced: the next one would not last either. */
const shortestMs = 5000
/** Both connections send for this long, so that nothing is missing. */
const handoverMs = 2000

/**
 * Keeps a connection to the broadcast: to the relay, if there is one, and to the site's own socket when the relay cannot be reached, is
 * lost or does not have the broadcast. Replaces it when it is lost once, or when the token was renewed, and notices
 * when it is dead.
 */
export class Link {
  readonly #options: LinkOptions
  #token: string
  #connection: Connection | undefined
  #previous: Connection | undefined
  #handover: ReturnType<typeof setTimeout> | undefined
  #messageAtMs = 0
  #connectedAtMs = 0
  #askedAtMs: number | undefined
  #isAnswering = true
  #isAtRelay: boolean
  #isResting = false
  #isClosed = false

  constructor(options: LinkOptions) {
    this.#options = options
    this.#token = options.token
    this.#isAtRelay = options.relay !== undefined
    this.#connect()
  }

  /** The server has answered the last question, or was not asked. */
  get isAnswering(): boolean {
    return this.#isAnswering
  }

  /** The token was renewed. The socket's token is about to expire, so a new socket takes its place. A relay's socket has none. */
  renew(token: string): void {
    if (token === this.#token) return
    this.#token = token
    if (this.#isAtRelay || this.#isResting) return
    this.#previous?.close()
    this.#previous = this.#connection
    this.#connect()
  }

  /** There is no catalog. The site closes a connection for that, and says why; a relay has lost the broadcast, or never had it. */
  catalogEnded(): void {
    if (this.#isAtRelay) this.#leaveRelay()
  }

  /** Closes the connection until it is wanted again. */
  rest(): void {
    this.#isResting = true
    this.#previous?.close()
    this.#connection?.close()
  }

  resume(): void {
    this.#isResting = false
    this.#connect()
  }

  /** Asks the server for a sign of life, unless it was asked already. */
  ask(): void {
    if (this.#askedAtMs !== undefined || !this.#connection?.isOpen) return
    this.#askedAtMs = this.#options.nowMs()
    this.#connection.ping()
  }

  /** The machine may have slept. */
  wake(): void {
    if (this.#isResting) return
    // An answer from before would be late without anybody's fault.
    this.#askedAtMs = undefined
    if (this.#options.nowMs() - this.#messageAtMs < staleMs) this.ask()
    else this.#reconnect()
  }

  /** Called often. */
  check(): void {
    if (!this.#connection?.isOpen) return
    const nowMs = this.#options.nowMs()
    if (this.#askedAtMs === undefined) {
      if (nowMs - this.#messageAtMs > askAfterMs) this.ask()
      return
    }
    // While it sends media, the answer may be behind that.
    if (nowMs - Math.max(this.#askedAtMs, this.#messageAtMs) < answerTimeoutMs) return
    if (this.#isAtRelay) {
      this.#leaveRelay()
      return
    }
    this.#isAnswering = false
    this.#fail('silent')
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#handover)
    this.#connection?.close()
    this.#previous?.close()
  }

  #connect(): void {
    const { address, relay, streamId, nowMs, onOpen } = this.#options
    const isAtRelay = this.#isAtRelay
    const connection: Connection = new Connection({
      address: isAtRelay && relay !== undefined ? relay : address,
      streamId,
      token: isAtRelay ? undefined : this.#token,
      onOpen: () => {
        this.#endPrevious()
        onOpen(isAtRelay)
      },
      onMessage: () => {
        this.#messageAtMs = nowMs()
      },
      onPong: () => {
        this.#askedAtMs = undefined
        this.#isAnswering = true
        this.#options.onAnswer()
      },
      onClosed: (code, wasOpen) => connection === this.#connection && this.#lost(code, wasOpen),
    })
    this.#connection = connection
    this.#askedAtMs = undefined
    this.#messageAtMs = nowMs()
    this.#connectedAtMs = this.#messageAtMs
    this.#options.onConnection(connection)
  }

  #reconnect(): void {
    this.#connection?.close()
    this.#connect()
  }

  #leaveRelay(): void {
    this.#isAtRelay = false
    this.#reconnect()
  }

  #endPrevious(): void {
    clearTimeout(this.#handover)
    this.#handover = setTimeout(() => this.#previous?.close(), handoverMs)
  }

  #lost(code: number, wasOpen: boolean): void {
    if (this.#isClosed || this.#isResting) return
    const hasLasted = wasOpen && this.#options.nowMs() - this.#connectedAtMs > shortestMs
    if (this.#isAtRelay) {
      // What a relay's codes mean is its own affair.
      if (hasLasted) this.#connect()
      else this.#leaveRelay()
    } else if (code === realTimeCloseCodes.ended) this.#options.onEnded()
    // A page of a private site that asks for a token is told that its user may not be there any more.
    else if (
      code === realTimeCloseCodes.tokenExpired ||
      code === realTimeCloseCodes.keyReplaced ||
      code === membersOnlyCloseCode
    ) {
      this.#options.onTokenRefused()
    } else if (code === realTimeCloseCodes.full) this.#fail('full')
    else if (code === realTimeCloseCodes.tooSlow) this.#fail('dry')
    else if (hasLasted) this.#connect()
    else this.#fail('refused')
  }

  #fail(failure: RealTimeFailure): void {
    if (!this.#isClosed) this.#options.onFailed(failure)
  }
}
