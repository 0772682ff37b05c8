import type { ErrorCode } from '@waggle/contract/errors'
import { fill, sentences } from '../../texts/contract/sentences.ts'

/** The server answered, and refused. `message` is the sentence to show, in the page's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Absent when the refusal came from something in front of the server, such as a proxy's own error page. */
  readonly code: ErrorCode | undefined

  /** What the server itself said, in the page's language. */
  readonly sentence: string | undefined

  /** When the same may be asked again, where the server said so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: ErrorCode | undefined, sentence: string | undefined, retryAfterSeconds?: number) {
    super(sentence ?? fill(sentences.streams.failed, { status }))
    this.status = status
    this.code = code
    this.sentence = sentence
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** False for a fault of the server or a limit, which says nothing about what was asked. */
  get isDefinitive(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }
}

/** What the server said, or the sentence for when it said nothing or was not reached (spec section 8: 'server message or ...'). */
export function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.sentence) || otherwise
}
