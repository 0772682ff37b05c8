import { isIP } from 'node:net'
import { subjectOf } from '../../http/egress/subject.ts'
import { addressGroup } from '../../lib/network/address-group.ts'

/** What an address got of a broadcast. Without either, what is left of an edge's bytes. */
export interface Sent {
  address?: string
  streamId?: string
  bytes: number
}

/** Varnish and nginx write lines of this form: address, bytes with headers, status, path. */
const linePattern = /^(\S+) (\d{1,15}) (\d{3}) (\/\S*)/
/** So many addresses of broadcasts are kept apart while the site is away. It bounds the memory and the file. */
const maxKept = 50_000

/** What an edge has sent since it was told last, summed up by address (IPv6: /64) and broadcast. */
export class SentBytes {
  readonly #sums = new Map<string, number>()
  readonly #maxKept: number

  constructor(sums: Iterable<[string, number]> = [], kept = maxKept) {
    this.#maxKept = kept
    for (const [key, bytes] of sums) this.#add(key, bytes)
  }

  /** False for a line that is none of the log that was asked for. */
  addLine(line: string): boolean {
    const [, client = '', bytes, status = '', path = ''] = linePattern.exec(line) ?? []
    if (bytes === undefined) return false
    const address = isIP(client) ? addressGroup(client).replace('/64', '') : ''
    // Anybody can ask for streams that do not exist.
    const streamId = status.startsWith('2') ? (subjectOf(path) ?? '') : ''
    this.#add(`${address} ${streamId}`, Number(bytes))
    return true
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0
  }

  /** Everything, to be kept in a file. */
  entries(): [string, number][] {
    return [...this.#sums]
  }

  /** Takes everything out, in lists of at most so many. */
  take(length: number): Sent[][] {
    const all = [...this.#sums].map(([key, bytes]) => toSent(key, bytes))
    this.#sums.clear()
    const lists: Sent[][] = []
    for (let from = 0; from < all.length; from += length) lists.push(all.slice(from, from + length))
    return lists
  }

  /** When there are too many addresses, the site and the broadcasts still learn of every byte. */
  #add(key: string, bytes: number): void {
    const isKnown = this.#sums.has(key)
    const kept = isKnown || this.#sums.size < this.#maxKept ? key : key.slice(key.indexOf(' '))
    this.#sums.set(kept, (this.#sums.get(kept) ?? 0) + bytes)
  }
}

function toSent(key: string, bytes: number): Sent {
  const [address, streamId] = key.split(' ')
  return { ...(address && { address }), ...(streamId && { streamId }), bytes }
}
