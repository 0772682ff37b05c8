import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../../lib/network/address-group.ts'
import { isPublicAddress } from '../../lib/network/public-address.ts'
import { trustProxies } from '../../lib/network/trusted-proxies.ts'
import { clientAddress } from '../client-address.ts'
import { Account, ChangedAccounts } from './account.ts'
import { isMedia, subjectOf } from './subject.ts'
import { beforeDestroy, type MeteredSocket, unsentBytes, writtenBytes } from './written-bytes.ts'

/** A broadcast, a recording or a clip. */
export class StreamAccount extends Account {
  /** Undefined until it was looked up; null where there is no such stream. */
  channel: string | null | undefined
  usedAtMs = 0
  /** The part of its share, or of its channel's, that is used up. */
  used = 0
}

/** A TCP connection, and who its bytes are counted for at the moment. */
export interface Connection {
  readonly socket: MeteredSocket
  /** Whether the other end is believed about the client it forwards for. */
  readonly isProxy: boolean
  counted: number
  /** Undefined for what does not count: the sandbox chain's answers, and calls of the site's own processes and near edges. */
  address: Account | undefined
  stream: StreamAccount | undefined
  isMedia: boolean
  /** A WebSocket, or a request for one. */
  isUpgraded: boolean
  /** How requests for `stream` begin. */
  prefix: string
}

interface MeterOptions {
  trustedProxies: readonly string[]
  /** Whether the site has the sandbox chain, whose answers do not count. */
  isSandbox: boolean
  /** What the site's own processes show each other, and what edges do. */
  isOwnProcess(request: IncomingMessage): boolean
  isEdge(request: IncomingMessage): boolean
  /** A new account of an address, which may have a history. */
  openAddress(group: string): Account
  now(): number
}

const connectionOf: unique symbol = Symbol('connection')
type KnownSocket = Socket & { [connectionOf]?: Connection }

/** With more addresses than that at a time lookups become slower, nothing else. */
const maxLookups = 20_000
/** Far more than the addresses of all viewers of a process. */
const maxAddresses = 200_000
/** Made-up stream ids must not fill the memory. */
const maxStreams = 20_000
/** A proxy may pass on whatever its client says. */
const maxLookupLength = 100
const sandboxChain = /^\/sandbox\/hive(\/health)?(\?|$)/

/**
 * Counts what this process sends: every byte that is written to a connection of its server, from the request that caused it on, for the
 * viewer's address (IPv6: /64), the stream and the site (rule EGRESS-1). What a client had not read when it left is taken back.
 */
export class EgressMeter {
  readonly site = new Account('')
  readonly changedSite = new ChangedAccounts<Account>()
  readonly changedAddresses = new ChangedAccounts<Account>()
  readonly changedStreams = new ChangedAccounts<StreamAccount>()
  readonly streams = new Map<string, StreamAccount>()
  readonly #options: MeterOptions
  readonly #isTrusted: (address: string) => boolean
  readonly #connections = new Set<Connection>()
  readonly #addresses = new Map<string, Account>()
  /** By the text of an address, or of a header that lists addresses. */
  readonly #lookups = new Map<string, Account>()
  /** Those who serve many viewers: nobody's share. */
  readonly #edges = new Account('edges')

  constructor(options: MeterOptions) {
    this.#options = options
    this.#isTrusted = trustProxies(options.trustedProxies)
  }

  attach(server: Server): void {
    server.on('connection', (socket) => this.#open(socket))
    server.prependListener('upgrade', (request) => {
      const connection = this.begin(request)
      if (connection) connection.isUpgraded = true
    })
  }

  get connections(): Iterable<Connection> {
    return this.#connections
  }

  /** From now on the bytes of this connection are caused by this request. */
  begin(request: IncomingMessage): Connection | undefined {
    const connection = (request.socket as KnownSocket)[connectionOf]
    if (!connection) return undefined
    this.settle(connection)
    const { url = '' } = request
    connection.isMedia = isMedia(url)
    if (connection.prefix === '' || !url.startsWith(connection.prefix)) this.#readSubject(connection, url)
    if (connection.stream) connection.stream.usedAtMs = this.#options.now()
    connection.address = this.#addressOf(connection, request, url)
    return connection
  }

  /** The address that a request counts for, once `begin` has read it. */
  groupOf(request: IncomingMessage): string | undefined {
    return (request.socket as KnownSocket)[connectionOf]?.address?.id
  }

  /** Counts what was written to the connection since the last time. */
  settle(connection: Connection): void {
    const written = writtenBytes(connection.socket)
    const bytes = written - connection.counted
    if (bytes === 0) return
    connection.counted = written
    this.#count(connection, bytes)
  }

  /** The same by socket, right after something was written to it. */
  settleSocket(socket: Socket): Connection | undefined {
    const connection = (socket as KnownSocket)[connectionOf]
    if (connection) this.settle(connection)
    return connection
  }

  /** A WebSocket turns out to be one of the site's own processes. */
  exempt(socket: Socket): void {
    const connection = (socket as KnownSocket)[connectionOf]
    if (connection) connection.address = undefined
  }

  /** Sockets that stay open, and long responses, write between requests. */
  settleAll(): void {
    for (const connection of this.#connections) this.settle(connection)
  }

  streamAccount(id: string): StreamAccount {
    const known = this.streams.get(id)
    if (known) return known
    const account = new StreamAccount(id)
    if (this.streams.size < maxStreams) this.streams.set(id, account)
    return account
  }

  /** The account of an address as it is written in a report. */
  addressAccount(address: string): Account {
    const group = addressGroup(address)
    const known = this.#addresses.get(group)
    if (known) return known
    if (this.#addresses.size >= maxAddresses) this.#forgetAddresses()
    const account = this.#options.openAddress(group)
    this.#addresses.set(group, account)
    return account
  }

  /** A new period begins: every address has a new account. */
  renewAddresses(): void {
    this.#forgetAddresses()
    for (const connection of this.#connections) {
      const { address } = connection
      if (address && address !== this.#edges) connection.address = this.addressAccount(address.id)
    }
  }

  get addresses(): Iterable<Account> {
    return this.#addresses.values()
  }

  /** A stream that sends again may have been forgotten. */
  remember(account: StreamAccount): void {
    if (this.streams.size < maxStreams) this.streams.set(account.id, account)
  }

  /** Forgets streams that nobody has asked for since. */
  forgetStreams(beforeMs: number): void {
    for (const [id, { usedAtMs, isListed }] of this.streams) {
      if (usedAtMs < beforeMs && !isListed) this.streams.delete(id)
    }
  }

  #open(socket: KnownSocket): void {
    const connection: Connection = {
      socket: socket as MeteredSocket,
      isProxy: this.#isTrusted(socket.remoteAddress ?? ''),
      counted: 0,
      address: undefined,
      stream: undefined,
      isMedia: false,
      isUpgraded: false,
      prefix: '',
    }
    socket[connectionOf] = connection
    this.#connections.add(connection)
    beforeDestroy(connection.socket, () => {
      if (!this.#connections.delete(connection)) return
      this.settle(connection)
      const unsent = unsentBytes(connection.socket)
      if (unsent > 0) this.#count(connection, -unsent)
      // Nothing is counted for it any more.
      connection.address = undefined
    })
  }

  #count({ address, stream }: Connection, bytes: number): void {
    if (address === undefined) return
    this.changedSite.add(this.site, bytes)
    if (address !== this.#edges) this.changedAddresses.add(address, bytes)
    if (stream !== undefined) this.changedStreams.add(stream, bytes)
  }

  #readSubject(connection: Connection, url: string): void {
    const id = subjectOf(url)
    connection.stream = id === undefined ? undefined : this.streamAccount(id)
    connection.prefix = id === undefined ? '' : url.slice(0, url.indexOf(id) + id.length + 1)
  }

  #addressOf(connection: Connection, request: IncomingMessage, url: string): Account | undefined {
    const { remoteAddress = 'unknown' } = request.socket
    if (this.#isOfSandbox(url) || this.#options.isOwnProcess(request)) return undefined
    // What an edge on the same machine or in the same network fetches costs nothing: it reports what it sends itself.
    if (this.#options.isEdge(request)) return isPublicAddress(remoteAddress) ? this.#edges : undefined
    const text = String((connection.isProxy && request.headers['x-forwarded-for']) || remoteAddress)
    const known = this.#lookups.get(text)
    if (known) return known
    if (this.#lookups.size >= maxLookups) this.#lookups.clear()
    const account = this.addressAccount(clientAddress(request, this.#isTrusted))
    if (text.length <= maxLookupLength) this.#lookups.set(text, account)
    return account
  }

  /** Elsewhere these addresses are made up, and what they are answered counts. */
  #isOfSandbox(url: string): boolean {
    return this.#options.isSandbox && sandboxChain.test(url)
  }

  #forgetAddresses(): void {
    this.#addresses.clear()
    this.#lookups.clear()
  }
}
