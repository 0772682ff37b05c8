import type { ErrorCode } from '@waggle/contract/errors'
import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { fill, sentences } from '../../texts/contract/sentences.ts'

/** The server refused the call. `message` is the sentence to show, in the page's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Absent when something in front of the server refused, such as a proxy with its own error page. */
  readonly code: ErrorCode | undefined

  /** The server's own sentence, in the page's language. Absent when the server sent none. */
  readonly sentence: string | undefined

  /** How long to wait before the same call, where the server says so. */
  readonly retryAfterSeconds: number | undefined

  /** What is wrong with which field, where settings of the site were refused. */
  readonly problems: readonly SettingProblem[]

  constructor(
    status: number,
    code: ErrorCode | undefined,
    sentence: string | undefined,
    retryAfterSeconds?: number,
    problems: readonly SettingProblem[] = [],
  ) {
    super(sentence ?? fill(sentences.streams.failed, { status }))
    this.status = status
    this.code = code
    this.sentence = sentence
    this.retryAfterSeconds = retryAfterSeconds
    this.problems = problems
  }

  /** True when the same call would be refused again. A server fault or a limit says nothing about the call itself. */
  get isDefinitive(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }
}
