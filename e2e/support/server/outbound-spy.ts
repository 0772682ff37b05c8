// Preloaded into a server under test: logs the destination of each connection before it is made, one per line. Node's diagnostics
// channels miss sockets that are created first and connected later, as database drivers do.
import { Socket as DatagramSocket } from 'node:dgram'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

type Connect = (...args: unknown[]) => Socket
type Send = (...args: unknown[]) => void

const connect = Socket.prototype.connect as Connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  logDestination(destinationOf(args))
  return connect.apply(this, args)
} as Socket['connect']

const send = DatagramSocket.prototype.send as Send
DatagramSocket.prototype.send = function (this: DatagramSocket, ...args: unknown[]) {
  // The arguments are a message, optionally an offset and a length, then a port and an address.
  const port = args.findLastIndex((arg) => typeof arg === 'number')
  logDestination(`udp ${destinationOf(args.slice(port))}`)
  send.apply(this, args)
} as DatagramSocket['send']

function logDestination(destination: string): void {
  appendFileSync(process.env.OUTBOUND_LOG ?? '', `${destination}\n`)
}

/** Handles `connect(options)`, `connect(port, host)`, `connect(path)`, and Node's internal array of these. */
function destinationOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: string | null; host?: string; port?: number | string }
    return path ?? `${host ?? 'localhost'}:${port}`
  }
  if (Number.isNaN(Number(first))) return String(first)
  return `${typeof second === 'string' ? second : 'localhost'}:${first}`
}
