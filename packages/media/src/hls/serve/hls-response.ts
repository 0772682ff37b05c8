/** An answer, to be written by whatever HTTP server there is. */
export interface HlsResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array | string
  /** Its length should not be told ahead of it, where the protocol has another way to mark its end: docs/decisions/010. */
  withoutLength?: boolean
}

const anyOrigin = { 'access-control-allow-origin': '*' }
const ofMedia = { ...anyOrigin, 'content-type': 'video/mp4', 'cache-control': 'public, max-age=3600, immutable' }

/** How long shared caches may keep a playlist; undefined when it holds a viewer's token. */
export function playlistResponse(text: string, maxAgeS: number | undefined): HlsResponse {
  const cacheControl = maxAgeS === undefined ? 'private, no-store' : `public, max-age=${maxAgeS}`
  return {
    status: 200,
    headers: { ...anyOrigin, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': cacheControl },
    body: text,
  }
}

/** Media never changes under its address. */
export function mediaResponse(body: Uint8Array): HlsResponse {
  return { status: 200, headers: ofMedia, body }
}

/** A whole segment: what players ask for that do not know parts. */
export function segmentResponse(body: Uint8Array): HlsResponse {
  return { ...mediaResponse(body), withoutLength: true }
}

const reasons = { 400: 'Bad request', 404: 'Not found', 500: 'Internal error', 503: 'Not available yet' } as const

/** A refusal; `503` asks to come again in a second. Caches must not keep it, for what is missing may appear. */
export function refusal(status: keyof typeof reasons): HlsResponse {
  return {
    status,
    headers: {
      ...anyOrigin,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
    body: `${reasons[status]}\n`,
  }
}
