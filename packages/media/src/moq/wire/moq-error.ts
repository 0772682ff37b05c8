/**
 * A viewer violated the protocol or a limit. Readers throw it; the viewer's connection catches it and ends. The message never quotes
 * what was received, because it is logged.
 */
export class MoqError extends Error {
  override name = 'MoqError'
}
