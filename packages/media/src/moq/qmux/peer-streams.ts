import type { MoqLimits } from '../limits.ts'
import { MoqError } from '../wire/moq-error.ts'
import { ReceiveWindow } from './receive-window.ts'
import { isUniStream, type PeerStream } from './streams.ts'

/** The streams of one kind that the peer may open, those that it has open, and those that it has closed. */
export class PeerStreams {
  readonly #limits: MoqLimits
  readonly #open = new Map<number, PeerStream>()
  /** Numbers below `#next` that the peer has not used yet: it may open streams out of order. */
  readonly #unused = new Set<number>()
  #next = 0
  #max: number
  #closed = 0

  constructor(limits: MoqLimits) {
    this.#limits = limits
    this.#max = limits.maxPeerStreams
  }

  /** The open stream with this id; it is opened where it is new. Undefined when it was closed before. Throws MoqError beyond the limit. */
  findOrOpen(id: number, replyMaxBytes: number): PeerStream | undefined {
    const known = this.#open.get(id)
    if (known) return known
    const number = Math.floor(id / 4)
    if (number >= this.#max) throw new MoqError('too many streams')
    if (number < this.#next && !this.#unused.delete(number)) return undefined
    for (; this.#next <= number; this.#next += 1) if (this.#next < number) this.#unused.add(this.#next)
    const stream: PeerStream = {
      id,
      reply: isUniStream(id) ? undefined : { id, sentBytes: 0, maxBytes: replyMaxBytes, isOpen: true },
      window: new ReceiveWindow(2 * this.#limits.maxMessageBytes),
      hasEnded: false,
    }
    this.#open.set(id, stream)
    return stream
  }

  find(id: number): PeerStream | undefined {
    return this.#open.get(id)
  }

  /** Forgets the stream if both directions have ended. Returns how many streams the peer may now have opened in all, if that has grown. */
  closeIfDone(stream: PeerStream): number | undefined {
    if (!stream.hasEnded || stream.reply?.isOpen || !this.#open.delete(stream.id)) return undefined
    this.#closed += 1
    const max = this.#closed + this.#limits.maxPeerStreams
    // One frame for several streams.
    if (max - this.#max < this.#limits.maxPeerStreams / 4) return undefined
    this.#max = max
    return max
  }
}
