/**
 * The peer broke the protocol or a limit. Thrown by the parsers, caught once, by the connection, which it ends.
 * The message never quotes what the peer sent: it goes into logs, and a stream key may be anywhere.
 */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}
