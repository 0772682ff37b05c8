import { listTokensOf } from '../../db/accounts/sessions.ts'
import type { Db } from '../../db/open.ts'
import { listSiteOperators } from '../../db/operating/site-operators.ts'
import { tokenHashOf } from '../sessions/sessions.ts'

/** The sessions of those who run the site: a part of the last percent is theirs alone, so that they can act (rule EGRESS-6). */
export class KnownOperators {
  readonly #named: readonly string[]
  #tokenHashes: ReadonlySet<string> = new Set()

  /** `named` are the operators that the settings name. */
  constructor(named: readonly string[]) {
    this.#named = named
  }

  /** Another process may have appointed one, or opened a session. */
  async read(db: Db, nowMs: number): Promise<void> {
    const names = [...new Set([...this.#named, ...(await listSiteOperators(db))])]
    this.#tokenHashes = new Set(names.length === 0 ? [] : await listTokensOf(db, names, nowMs))
  }

  has(authorization: string | undefined): boolean {
    if (authorization === undefined || this.#tokenHashes.size === 0) return false
    const hash = tokenHashOf(authorization)
    return hash !== undefined && this.#tokenHashes.has(hash)
  }
}
