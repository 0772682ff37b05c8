import { isIP, type Socket } from 'node:net'

const maxLineBytes = 107
const linePattern = /^PROXY (?:TCP[46] (\S{1,45}) \S{1,45} \d{1,5} \d{1,5}|UNKNOWN[^\r]*)\r\n/
/** 'P'. No encoder starts with it: RTMP starts with 3, TLS with 22. */
const firstByte = 0x50

/**
 * Reads the line that a proxy sends before the bytes of its client (HAProxy, "The PROXY protocol", section 2.1), and leaves the
 * socket paused after it. Calls back with the address in the line; with undefined when there is no line or no address in it.
 * Destroys the socket when the line is malformed or late.
 */
export function readProxyHeader(
  socket: Socket,
  timeoutMs: number,
  onAddress: (address: string | undefined) => void,
): void {
  let read: Buffer = Buffer.alloc(0)
  const deadline = setTimeout(() => socket.destroy(), timeoutMs)
  const onError = () => undefined
  const onClose = () => clearTimeout(deadline)

  function onData(bytes: Buffer): void {
    read = Buffer.concat([read, bytes])
    const line = linePattern.exec(read.toString('latin1', 0, maxLineBytes))
    const address = line?.[1]
    if (read[0] === firstByte && !line && read.length < maxLineBytes && !read.includes('\n')) return
    if (read[0] === firstByte && (!line || (address !== undefined && isIP(address) === 0))) {
      socket.destroy()
      return
    }
    socket.pause().off('data', onData).off('error', onError).off('close', onClose)
    clearTimeout(deadline)
    const rest = read.subarray(line?.[0].length ?? 0)
    if (rest.length > 0) socket.unshift(rest)
    onAddress(address)
  }
  socket.on('data', onData).on('error', onError).on('close', onClose)
}
