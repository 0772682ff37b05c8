import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/** The server that is measured. */
export interface Target {
  host: string
  port: number
  isSecure: boolean
  /** The address of this machine to come from. */
  localAddress?: string
}

/** A server on this machine. */
export function localTarget(port: number): Target {
  return { host: '127.0.0.1', port, isSecure: false }
}

export function targetOf(site: URL): Target {
  const isSecure = site.protocol === 'https:'
  return { host: site.hostname, port: Number(site.port || (isSecure ? 443 : 80)), isSecure }
}

/** The text of the Host header. */
export function hostOf({ host, port, isSecure }: Target): string {
  return port === (isSecure ? 443 : 80) ? host : `${host}:${port}`
}

/** `onBytes` may keep nothing of its argument: without TLS all connections share one buffer. */
export function openSocket(target: Target, onBytes: (bytes: Buffer) => void): Socket {
  const { host, port, isSecure, localAddress } = target
  const place = { host, port, ...(localAddress !== undefined && { localAddress }) }
  if (isSecure) {
    // An address is no name of a server (RFC 6066).
    const name = isIP(host) ? {} : { servername: host }
    const socket = connectSecurely({ ...place, ...name, ALPNProtocols: ['http/1.1'] })
    return socket.on('data', onBytes).setNoDelay(true)
  }
  const callback = (length: number, buffer: Uint8Array) => {
    onBytes(Buffer.from(buffer.buffer, buffer.byteOffset, length))
    return true
  }
  return connectPlain({ ...place, noDelay: true, onread: { buffer: readBuffer, callback } })
}

/** Data is processed before the next read. */
const readBuffer = Buffer.allocUnsafe(256 * 1024)
