import type { MoqLimits } from '../limits.ts'
import { MessageBuffer } from '../wire/message-buffer.ts'
import { MoqError } from '../wire/moq-error.ts'
import { ReceiveWindow } from './receive-window.ts'
import { type PeerStream, streamKind, streamKinds } from './streams.ts'

/** The streams of one kind that a viewer may open, those that it has open, and those that it has closed. */
export class PeerStreams {
  readonly #kind: number
  readonly #limits: MoqLimits
  readonly #open = new Map<number, PeerStream>()
  /** Numbers below `#next` that the viewer has not used yet: it may open streams out of order. */
  readonly #unused = new Set<number>()
  #next = 0
  #max: number
  #closed = 0

  constructor(kind: 'bidi' | 'uni', limits: MoqLimits) {
    this.#kind = kind === 'bidi' ? streamKinds.clientBidi : streamKinds.clientUni
    this.#limits = limits
    this.#max = limits.maxPeerStreams
  }

  /** The open stream with this id; it is opened where it is new. Undefined when it was closed before. Throws MoqError beyond the limit. */
  findOrOpen(id: number, replyMaxBytes: number): PeerStream | undefined {
    const known = this.#open.get(id)
    if (known) return known
    const number = (id - this.#kind) / 4
    if (number >= this.#max) throw new MoqError('too many streams')
    if (number < this.#next && !this.#unused.delete(number)) return undefined
    for (; this.#next <= number; this.#next += 1) if (this.#next < number) this.#unused.add(this.#next)
    const isBidi = streamKind(id) === streamKinds.clientBidi
    const stream: PeerStream = {
      id,
      inbox: new MessageBuffer(this.#limits.maxMessageBytes),
      reply: isBidi ? { id, sentBytes: 0, maxBytes: replyMaxBytes, isOpen: true } : undefined,
      window: new ReceiveWindow(2 * this.#limits.maxMessageBytes),
      hasEnded: false,
    }
    this.#open.set(id, stream)
    return stream
  }

  find(id: number): PeerStream | undefined {
    return this.#open.get(id)
  }

  /** Forgets the stream if both directions have ended. Returns how many streams the viewer may now have opened in all, if that has grown. */
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
