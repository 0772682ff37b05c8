/** The log of an edge, as it is written. */
export interface EdgeLog {
  /** How many lines the system has thrown away since it was opened. */
  lostLines(): Promise<number>
  /** Stops reading. All that was read has been handed over. */
  close(): Promise<void>
}

export interface LogOptions {
  /** Takes a line: address, bytes, status, path. */
  add(line: string): void
  print(line: string): void
}
