import { findOpenSessions, findSession, type SessionRow } from '../../db/accounts/sessions.ts'
import type { Db } from '../../db/open.ts'

/** A query for this many rows takes a few milliseconds. */
const sliceSize = 500
/** A session that nobody has shown for this long is read anew. */
const keptMs = 60_000

interface KnownSession extends Pick<SessionRow, 'id' | 'username'> {
  usedAtMs: number
}

/**
 * The sessions that are shown at the entrance, by the hash of their token. They are kept, so that a player's requests need no query, and
 * compared with the database every second.
 */
export class KnownSessions {
  readonly #db: Db
  readonly #now: () => number
  readonly #known = new Map<string, KnownSession>()
  readonly #reading = new Map<string, Promise<string | undefined>>()

  constructor(db: Db, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** The account of a session; a promise for one that is not known yet. */
  find(tokenHash: string): string | undefined | Promise<string | undefined> {
    const known = this.#known.get(tokenHash)
    if (known) {
      known.usedAtMs = this.#now()
      return known.username
    }
    const reading = this.#reading.get(tokenHash) ?? this.#read(tokenHash)
    this.#reading.set(tokenHash, reading)
    return reading
  }

  /** The account of a session that is known here; undefined for one that has ended. */
  peek(tokenHash: string): string | undefined {
    return this.#known.get(tokenHash)?.username
  }

  /** Forgets those that have ended, and those that were not shown for a while. `inUse` are those of open connections. */
  async check(inUse: Iterable<string>): Promise<void> {
    const nowMs = this.#now()
    for (const tokenHash of inUse) {
      const known = this.#known.get(tokenHash)
      if (known) known.usedAtMs = nowMs
    }
    for (const [tokenHash, { usedAtMs }] of this.#known) if (nowMs - usedAtMs > keptMs) this.#known.delete(tokenHash)
    const all = [...this.#known.keys()]
    for (let start = 0; start < all.length; start += sliceSize) {
      const slice = all.slice(start, start + sliceSize)
      const open = await findOpenSessions(this.#db, slice, nowMs)
      for (const tokenHash of slice) if (!open.has(tokenHash)) this.#known.delete(tokenHash)
    }
  }

  /** Another process, or this one, has ended these. */
  end(ids: readonly string[]): void {
    for (const [tokenHash, { id }] of this.#known) if (ids.includes(id)) this.#known.delete(tokenHash)
  }

  async #read(tokenHash: string): Promise<string | undefined> {
    try {
      const session = await findSession(this.#db, tokenHash, this.#now())
      if (!session) return undefined
      this.#known.set(tokenHash, { id: session.id, username: session.username, usedAtMs: this.#now() })
      return session.username
    } finally {
      this.#reading.delete(tokenHash)
    }
  }
}
