// Preloaded into a server under test: writes down where each of its connections goes, a line each, before it goes there. Node's own tell-tale
// channels miss the sockets that are made first and connected later, as database drivers do.
import { Socket as DatagramSocket } from 'node:dgram'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'

type Connect = (...args: unknown[]) => Socket
type Send = (...args: unknown[]) => void

const connect = Socket.prototype.connect as Connect
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  note(destinationOf(args))
  return connect.apply(this, args)
} as Socket['connect']

const send = DatagramSocket.prototype.send as Send
DatagramSocket.prototype.send = function (this: DatagramSocket, ...args: unknown[]) {
  // A message, perhaps a part of it, a port, an address.
  const port = args.findLastIndex((arg) => typeof arg === 'number')
  note(`udp ${destinationOf(args.slice(port))}`)
  send.apply(this, args)
} as DatagramSocket['send']

function note(destination: string): void {
  appendFileSync(process.env.OUTBOUND_LOG ?? '', `${destination}\n`)
}

/** `connect(options)`, `connect(port, host)`, `connect(path)`, or Node's own list of these. */
function destinationOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) {
    const { path, host, port } = first as { path?: string | null; host?: string; port?: number | string }
    return path ?? `${host ?? 'localhost'}:${port}`
  }
  if (Number.isNaN(Number(first))) return String(first)
  return `${typeof second === 'string' ? second : 'localhost'}:${first}`
}
