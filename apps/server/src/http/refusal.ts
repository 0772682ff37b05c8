import { type ErrorCode, errors } from '@waggle/contract/errors'
import type { SettingProblem } from '@waggle/contract/site/setting-problems'

/** A request that the server declines, by error code. The error handler answers with the contract's status and sentence. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  /** What is wrong with which field, where a form was refused. */
  readonly problems: readonly SettingProblem[] | undefined

  constructor(
    code: ErrorCode,
    options: { message?: string; retryAfterSeconds?: number; problems?: readonly SettingProblem[] } = {},
  ) {
    super(options.message ?? errors[code].message)
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.problems = options.problems
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** The database cannot do its work at the moment: it is worth trying again soon. */
export function databaseRefusal(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 2 })
}
