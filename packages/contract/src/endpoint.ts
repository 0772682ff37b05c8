import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** How long an answer may be stored, and by whom: the value of `cache-control` (RFC 9111 section 5.2.2). */
export type CachePolicy = 'no-store' | 'no-cache' | `public, max-age=${number}${'' | ', immutable'}`

/** Answers that are bytes. */
export type BinaryType = 'application/octet-stream' | 'text/csv'

/** One call of the API as data: the server routes by it, the browser takes its types from it, OpenAPI is generated from it. */
export interface Endpoint {
  summary: string
  /** Who may call: anybody, the bearer of a session, or the bearer of an HLS token in the query. */
  auth: 'none' | 'session' | 'hls-token'
  /** The policy of a successful answer; without it the header is absent. A refusal is always 'no-store'. */
  cache?: CachePolicy
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Of a body that is larger than those of other calls. */
  bodyMaxBytes?: number
  /** The JSON answer, or the media type of another one. */
  response: z.ZodType | BinaryType
  errors: readonly ErrorCode[]
}
