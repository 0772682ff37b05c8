import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'
import { addressGroup } from '../../lib/network/address-group.ts'
import type { IsTrustedProxy } from '../../lib/network/trusted-proxies.ts'
import { bareResponse } from '../headers/bare-response.ts'

/** Numbers of rule LIMIT-6, for one address in one process. */
export interface ConnectionLimits {
  /** A browser without HTTP/2 has six connections and two sockets: that is a hundred viewers behind one address, or more. */
  open: number
  /** So many more are told why they get nothing. */
  told: number
  /** Connections are opened at once up to `burst`, and then `perSecond`. */
  burst: number
  perSecond: number
}

const connectionLimits: ConnectionLimits = { open: 1000, told: 100, burst: 2000, perSecond: 100 }
const refusalHeaders = { 'retry-after': '5', 'access-control-allow-origin': '*' }
const { message } = errors.rate_limited
const refusalBody = JSON.stringify({ code: 'rate_limited', error: message, message })

/** Whoever opens connections again and again: how many are left, and when that was. */
interface Opening {
  left: number
  atMs: number
}
const sweepAtAddresses = 10_000
const maxAddresses = 100_000

type UpgradeListener = (request: IncomingMessage, socket: Socket, head: Buffer) => void

interface ConnectionOptions {
  isTrusted: IsTrustedProxy
  /** The address (IPv6: /64) that a request behind a proxy is counted for; undefined if for none. */
  groupOf(request: IncomingMessage): string | undefined
  /** Of another process of the site, or an edge, which serve many viewers. */
  isOfSite(request: IncomingMessage): boolean
  limits?: ConnectionLimits
  now?: () => number
}

/** A connection, a socket, or a request behind a proxy. */
interface Counted {
  readonly group: string
  readonly isRefused: boolean
  isCounted: boolean
}

/**
 * Bounds what one address (IPv6: /64) has open in this process (rule LIMIT-6): connections, and behind a trusted proxy, whose own connections
 * serve everybody, requests that wait for their answers and sockets. Each takes memory here, and in the system for what is not read.
 */
export class OpenConnections {
  readonly #options: ConnectionOptions
  readonly #limits: ConnectionLimits
  readonly #now: () => number
  readonly #open = new Map<string, number>()
  readonly #openings = new Map<string, Opening>()
  readonly #direct = new WeakMap<Socket, Counted>()

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#limits = options.limits ?? connectionLimits
    this.#now = options.now ?? (() => performance.now())
  }

  /** Refuses sockets before any other listener that the server has by now. */
  guardUpgrades(server: Server): void {
    const listeners = server.listeners('upgrade') as UpgradeListener[]
    if (listeners.length === 0) return
    server.removeAllListeners('upgrade').on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const end = this.#begin(request)
      if (end === 'refused') {
        socket.on('error', () => socket.destroy())
        socket.end(bareResponse('429 Too Many Requests', refusalHeaders, refusalBody))
        return
      }
      if (end) socket.once('close', end)
      for (const listener of listeners) listener.call(server, request, socket, head)
    })
  }

  /** Refuses connections before any other listener: what is refused must cost neither a parser nor a timer. */
  guardConnections(server: Server): void {
    const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      if (!this.#admit(socket)) return void socket.resetAndDestroy()
      for (const listener of listeners) listener.call(server, socket)
    })
  }

  /** To run before the framework. True for a request that is answered with that. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const end = this.#begin(request)
    if (end === 'refused') {
      // A proxy's connection serves others too.
      const isDirect = this.#direct.has(request.socket)
      const headers = { ...refusalHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' }
      response.writeHead(429, isDirect ? { ...headers, connection: 'close' } : headers).end(refusalBody)
      return true
    }
    if (end) response.once('close', end)
    return false
  }

  /** What to call when the request or the socket has ended; undefined where nothing is counted for it. */
  #begin(request: IncomingMessage): (() => void) | 'refused' | undefined {
    const direct = this.#direct.get(request.socket)
    if (this.#options.isOfSite(request)) {
      if (direct) this.#forget(direct)
      return undefined
    }
    if (direct) return direct.isRefused ? 'refused' : undefined
    const group = this.#options.groupOf(request)
    if (group === undefined) return undefined
    if (this.#count(group) >= this.#limits.open && !this.#options.isTrusted(group)) return 'refused'
    const counted: Counted = { group, isCounted: true, isRefused: false }
    this.#add(group, 1)
    return () => this.#forget(counted)
  }

  /** False for a connection that is not worth an answer. */
  #admit(socket: Socket): boolean {
    const { remoteAddress } = socket
    // It has ended already.
    if (remoteAddress === undefined) return false
    if (this.#options.isTrusted(remoteAddress)) return true
    const group = addressGroup(remoteAddress)
    const { open, told } = this.#limits
    if (this.#count(group) >= open + told || !this.#mayOpen(group)) return false
    const counted: Counted = { group, isCounted: true, isRefused: this.#count(group) >= open }
    this.#direct.set(socket, counted)
    this.#add(group, 1)
    socket.once('close', () => this.#forget(counted))
    return true
  }

  #mayOpen(group: string): boolean {
    const { burst, perSecond } = this.#limits
    const atMs = this.#now()
    const opening = this.#openings.get(group) ?? { left: burst, atMs }
    const left = Math.min(burst, opening.left + ((atMs - opening.atMs) / 1000) * perSecond)
    if (this.#openings.size >= sweepAtAddresses) this.#sweep(atMs)
    this.#openings.set(group, { left: Math.max(0, left - 1), atMs })
    return left >= 1
  }

  /** Forgets the addresses whose bursts are whole again. */
  #sweep(atMs: number): void {
    const { burst, perSecond } = this.#limits
    for (const [group, { left, atMs: before }] of this.#openings) {
      if (left + ((atMs - before) / 1000) * perSecond >= burst) this.#openings.delete(group)
    }
    // A hundred thousand addresses at once are another attack than this is for.
    if (this.#openings.size >= maxAddresses) this.#openings.clear()
  }

  #count(group: string): number {
    return this.#open.get(group) ?? 0
  }

  #forget(counted: Counted): void {
    if (!counted.isCounted) return
    counted.isCounted = false
    this.#add(counted.group, -1)
  }

  #add(group: string, change: 1 | -1): void {
    const count = this.#count(group) + change
    if (count > 0) this.#open.set(group, count)
    else this.#open.delete(group)
  }
}
