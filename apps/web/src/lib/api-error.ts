import type { ErrorCode } from '@waggle/contract/errors'

/** The server answered, and refused. `message` is the sentence to show, in the page's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Absent when the refusal came from something in front of the server, such as a proxy's own error page. */
  readonly code: ErrorCode | undefined

  /** When the same may be asked again, where the server said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: ErrorCode | undefined, sentence: string, retryAfterSeconds?: number) {
    super(sentence)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** False for a fault of the server or a limit, which says nothing about what was asked. */
  get isDefinitive(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }
}
