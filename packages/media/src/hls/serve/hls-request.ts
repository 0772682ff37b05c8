export interface HlsRequest {
  /** Below the stream's address, such as `master.m3u8` or `source/part-41-0.m4s`. */
  path: string
  query: URLSearchParams
  /** Aborts when the asker has gone. Called only when the request has to wait. */
  signal?: () => AbortSignal
}
