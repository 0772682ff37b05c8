import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { hostOf, openSocket, type Target } from './target.ts'

/** A WebSocket client that does as little as possible per frame: ten thousand of them must not be the bottleneck. */
export interface RawSocket {
  send(text: string): void
  /** Stops reading. */
  stall(): void
  close(): void
}

const headerEnd = Buffer.from('\r\n\r\n')

/** Opens a WebSocket; `onText` receives each text frame as latin1, which preserves the bytes. */
export function openRawSocket(
  target: Target & { path: string; address?: string },
  onText: (text: string, socket: RawSocket) => void,
  onEnd: (error: Error) => void,
): void {
  const tcp = openSocket(target, (chunk) => receive(chunk))
  let rest: Buffer = Buffer.alloc(0)
  let isOpen = false
  const socket: RawSocket = {
    send: (text) => tcp.write(maskedFrame(text)),
    stall: () => tcp.pause(),
    close: () => tcp.destroy(),
  }
  tcp.on(target.isSecure ? 'secureConnect' : 'connect', () => upgrade(tcp, target))
  tcp.on('error', onEnd)
  tcp.on('close', () => onEnd(new Error('closed')))

  function receive(chunk: Buffer): void {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (!isOpen) {
      const end = rest.indexOf(headerEnd)
      if (end === -1) {
        rest = Buffer.from(rest)
        return
      }
      if (!rest.subarray(0, 16).toString().includes(' 101')) {
        onEnd(new Error(rest.subarray(0, 200).toString()))
        tcp.destroy()
        return
      }
      isOpen = true
      rest = rest.subarray(end + 4)
    }
    const unfinished = readFrames(rest, (text) => onText(text, socket))
    // The bytes of the chunk are overwritten by the next one.
    rest = unfinished.length === 0 ? none : Buffer.from(unfinished)
  }
}

const none = Buffer.alloc(0)

function upgrade(tcp: Socket, target: Target & { path: string; address?: string }): void {
  const { path, address } = target
  const forwarded = address === undefined ? '' : `X-Forwarded-For: ${address}\r\n`
  tcp.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${forwarded}\r\n`,
  )
}

/** Parses frames from the server, which are not masked (RFC 6455 section 5.2). Returns the bytes of an unfinished frame. */
function readFrames(bytes: Buffer, onText: (text: string) => void): Buffer {
  let at = 0
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1]! & 0x7f
    const headerBytes = short < 126 ? 2 : short === 126 ? 4 : 10
    if (bytes.length - at < headerBytes) break
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = at + headerBytes + length
    if (bytes.length < end) break
    if ((bytes[at]! & 0x0f) === 1) onText(bytes.toString('latin1', at + headerBytes, end))
    at = end
  }
  return at === 0 ? bytes : bytes.subarray(at)
}

/** A frame to the server: masked, here with a mask of zeros, and shorter than 64 kB. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 255]
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload])
}
