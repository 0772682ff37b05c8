import { allOf, currentOf, hmacSha256, isSame, type UseKey } from '../../lib/secrets.ts'

/**
 * The cookie of a private site. Browsers send it along where a page cannot send a header: for pages, pictures, playlists and sockets. It
 * opens the site for its session, and nothing more: every call that reads or changes something of an account needs the session's token,
 * which is not in it and cannot be found from it (T44).
 */
export class EntranceCookie {
  readonly #key: UseKey
  readonly #isSecure: boolean

  constructor(key: UseKey, publicUrl: string) {
    this.#key = key
    this.#isSecure = publicUrl.startsWith('https:')
  }

  /** `__Host-`: browsers take it from this host alone, over HTTPS and for all paths (RFC 6265bis section 4.1.3.2). */
  get #name(): string {
    return this.#isSecure ? '__Host-waggle-entrance' : 'waggle-entrance'
  }

  /** The `Set-Cookie` header for a session. */
  give({ tokenHash, expiresAtMs }: { tokenHash: string; expiresAtMs: number }, nowMs: number): string {
    const seconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))
    return this.#header(`${tokenHash}.${sign(currentOf(this.#key), tokenHash)}`, seconds)
  }

  /** The `Set-Cookie` header that takes it away. */
  take(): string {
    return this.#header('', 0)
  }

  /** The hash of the token of the session that the cookie was given to; undefined without a good one. */
  read(header: string | undefined): string | undefined {
    if (header === undefined) return undefined
    const prefix = `${this.#name}=`
    const value = header
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(prefix))
      ?.slice(prefix.length)
    const [, tokenHash, shown] = /^([0-9a-f]{64})\.([\w-]{43})$/.exec(value ?? '') ?? []
    if (tokenHash === undefined || shown === undefined) return undefined
    return allOf(this.#key).some((key) => isSame(shown, sign(key, tokenHash))) ? tokenHash : undefined
  }

  #header(value: string, seconds: number): string {
    const secure = this.#isSecure ? '; Secure' : ''
    return `${this.#name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  }
}

function sign(key: Uint8Array, tokenHash: string): string {
  return hmacSha256(key, `entrance ${tokenHash}`).toString('base64url')
}
