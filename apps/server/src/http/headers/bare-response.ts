import type { Socket } from 'node:net'
import { errors } from '@waggle/contract/errors'

type Headers = Readonly<Record<string, string>>

/** A whole response, for a connection on which Node makes no response object, such as a refused upgrade. The connection then ends. */
export function bareResponse(status: string, headers: Headers, body = ''): string {
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    ...(body && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
  })
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

const statusOfNodeError: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Returns a listener for Node's 'clientError': it answers a request that Node could not read. */
export function answerUnreadable(headers: Headers): (error: Error & { code?: string }, socket: Socket) => void {
  const { message } = errors.invalid_request
  const body = JSON.stringify({ code: 'invalid_request', error: message, message })
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable)
      socket.write(bareResponse(statusOfNodeError[error.code ?? ''] ?? '400 Bad Request', headers, body))
    socket.destroy(error)
  }
}
