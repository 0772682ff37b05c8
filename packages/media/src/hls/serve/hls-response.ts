/** An HTTP response that does not depend on any HTTP server. */
export interface HlsResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array | string
  /** Send without Content-Length where the protocol can mark the end of the body in another way: docs/decisions/010. */
  withoutLength?: boolean
}

const corsHeaders = { 'access-control-allow-origin': '*' }
const mediaHeaders = { ...corsHeaders, 'content-type': 'video/mp4', 'cache-control': 'public, max-age=3600, immutable' }

/** `maxAgeS` is how long shared caches may keep the playlist; undefined when the playlist contains a viewer's token. */
export function playlistResponse(text: string, maxAgeS: number | undefined): HlsResponse {
  const cacheControl = maxAgeS === undefined ? 'private, no-store' : `public, max-age=${maxAgeS}`
  return {
    status: 200,
    headers: { ...corsHeaders, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': cacheControl },
    body: text,
  }
}

/** The media at an address never changes. */
export function mediaResponse(body: Uint8Array): HlsResponse {
  return { status: 200, headers: mediaHeaders, body }
}

/** A whole segment, for players that do not support parts. */
export function segmentResponse(body: Uint8Array): HlsResponse {
  return { ...mediaResponse(body), withoutLength: true }
}

const reasons = { 400: 'Bad request', 404: 'Not found', 500: 'Internal error', 503: 'Not available yet' } as const

/** An error response; `503` asks the player to retry after a second. Caches must not keep it: what is missing may appear later. */
export function refusal(status: keyof typeof reasons): HlsResponse {
  return {
    status,
    headers: {
      ...corsHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
    body: `${reasons[status]}\n`,
  }
}
