/** Delivery directives (RFC 8216bis section 6.2.5) and the viewer's token. */
export interface PlaylistQuery {
  sequence?: number
  part?: number
  canSkip: boolean
  token?: string
}

const tokenPattern = /^[A-Za-z0-9._~-]{1,200}$/
const numberPattern = /^\d{1,15}$/

/** Undefined when a directive or the token is malformed. */
export function parsePlaylistQuery(query: URLSearchParams): PlaylistQuery | undefined {
  const sequence = query.get('_HLS_msn')
  const part = query.get('_HLS_part')
  const skip = query.get('_HLS_skip')
  const token = query.get('token')
  if (token !== null && !tokenPattern.test(token)) return undefined
  if (sequence !== null && !numberPattern.test(sequence)) return undefined
  // "_HLS_part requires _HLS_msn" (section 6.2.5.2).
  if (part !== null && (sequence === null || !numberPattern.test(part))) return undefined
  return {
    canSkip: skip === 'YES' || skip === 'v2',
    ...(sequence === null ? {} : { sequence: Number(sequence) }),
    ...(part === null ? {} : { part: Number(part) }),
    ...(token === null ? {} : { token }),
  }
}

/** Appends the token to an address. `tokenPattern` allows only characters that need no escaping. */
export function withToken(uri: string, token: string | undefined): string {
  if (token === undefined) return uri
  return `${uri}${uri.includes('?') ? '&' : '?'}token=${token}`
}
