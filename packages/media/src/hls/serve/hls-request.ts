export interface HlsRequest {
  /** Relative to the stream's address, such as `master.m3u8` or `source/part-41-0.m4s`. */
  path: string
  query: URLSearchParams
  /** Renditions that are higher are left out, except for the lowest where all are. */
  maxHeight?: number | undefined
  /** Returns a signal that aborts when the client disconnects. Called only when the request has to wait. */
  signal?: () => AbortSignal
}
