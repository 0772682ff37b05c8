/** The socket below a connection. Calls are synchronous and never throw. */
export interface Transport {
  /** Writes bytes that are whole WebSocket frames. */
  write(chunks: readonly Uint8Array[]): void
  /** Bytes that were written and that the system has not taken yet. */
  readonly queuedBytes: number
  /** Ends the connection when everything written has been sent, with this WebSocket close code. */
  end(code: number): void
}
