/**
 * The peer violated the protocol or a limit. Parsers throw it; the connection catches it and ends. The message never quotes input,
 * because it is logged and the input may contain a stream key.
 */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}
