import type { ErrorCode } from '@waggle/contract/errors'

/** The server answered, and refused. `message` is the sentence to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Absent when the refusal came from something in front of the server, such as a proxy's own error page. */
  readonly code: ErrorCode | undefined

  constructor(status: number, code: ErrorCode | undefined, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }

  /** False for a fault of the server or a limit, which says nothing about what was asked. */
  get isDefinitive(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }
}
