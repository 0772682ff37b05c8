import { type ErrorCode, errors } from '@waggle/contract/errors'

/** A request that the server declines, by error code. The error handler answers with the contract's status and sentence. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: { message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? errors[code].message)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errors[this.code].status
  }
}
