import { addEgress, type EgressChange, readEgress } from '../../db/egress/egress-totals.ts'
import type { Db } from '../../db/open.ts'
import { hmacSha256 } from '../../lib/secrets.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { Account } from './account.ts'

/** The account of an address. Its name is kept as a hash only. */
export class AddressAccount extends Account {
  readonly hash: string

  constructor(group: string, hash: string) {
    super(group)
    this.hash = hash
  }
}

/** So much of its share may an address have sent that nobody else knows of: it is what a crash loses. */
const unsavedShare = 1 / 64
/** When only this is left, what it sends is saved every second. */
const nearEnd = 0.2
const leastSavedShare = 1 / 1000

interface ShareContext {
  db: Db
  state: Pick<SharedState, 'publish' | 'subscribe'>
  secret: Uint8Array
}

/**
 * What each address may have of the budget in a period, over all processes. The database has the totals of those that have sent something
 * that matters; processes tell each other what they save.
 */
export class AddressShares {
  readonly #context: ShareContext
  readonly #process: string
  readonly #known = new Map<string, number>()
  readonly #accounts = new Map<string, AddressAccount>()
  #period = ''
  #shareBytes = Number.POSITIVE_INFINITY

  constructor(context: ShareContext, process: string) {
    this.#context = context
    this.#process = process
  }

  async listen(): Promise<void> {
    await this.#context.state.subscribe('egress-addresses', ({ from, period, bytes }) => {
      if (from === this.#process || period !== this.#period) return
      for (const [hash, count] of bytes) {
        this.#know(hash, count)
        const account = this.#accounts.get(hash)
        if (account) account.left -= count
      }
    })
  }

  /** The account in the period that has begun last. */
  open(group: string): Account {
    if (!this.#isLimited()) return new Account(group)
    const account = new AddressAccount(group, this.#hashOf(group))
    account.left = this.#shareBytes - (this.#known.get(account.hash) ?? 0)
    this.#accounts.set(account.hash, account)
    return account
  }

  /** Reads what addresses have sent in it. Accounts of before are of no more use. */
  async begin(period: string, shareBytes: number): Promise<void> {
    this.#period = period
    this.#shareBytes = shareBytes
    this.#known.clear()
    this.#accounts.clear()
    if (!this.#isLimited()) return
    const rows = await readEgress(this.#context.db, { scope: 'address', fromDay: period, toDay: period })
    for (const { id, sentBytes, edgeBytes } of rows) this.#know(id, sentBytes + edgeBytes)
  }

  /** The budget was raised. */
  setShare(shareBytes: number): void {
    if (shareBytes === this.#shareBytes) return
    for (const account of this.#accounts.values()) account.left += shareBytes - this.#shareBytes
    this.#shareBytes = shareBytes
  }

  isDue(account: Account): boolean {
    if (!this.#isLimited()) return true
    const { unsaved, left } = account
    if (Math.abs(unsaved) >= this.#shareBytes * unsavedShare) return true
    return left <= this.#shareBytes * nearEnd && Math.abs(unsaved) >= this.#shareBytes * leastSavedShare
  }

  async save(taken: readonly { account: Account; bytes: number }[]): Promise<void> {
    const entries = taken.flatMap(({ account, bytes }) =>
      account instanceof AddressAccount ? [[account.hash, bytes] as const] : [],
    )
    if (entries.length === 0) return
    const changes = entries.map(([id, bytes]): EgressChange => ({ scope: 'address', day: this.#period, id, bytes }))
    await addEgress(this.#context.db, changes, 'sent')
    for (const [hash, bytes] of entries) this.#know(hash, bytes)
    await this.#tell(entries)
  }

  /** What an edge has sent to addresses, as rows for the database. `announceEdge` is called when they are there. */
  edgeChanges(bytesByGroup: ReadonlyMap<string, number>): EgressChange[] {
    if (!this.#isLimited()) return []
    return [...bytesByGroup].map(([group, bytes]) => {
      return { scope: 'address', day: this.#period, id: this.#hashOf(group), bytes }
    })
  }

  async announceEdge(changes: readonly EgressChange[]): Promise<void> {
    for (const { id, bytes } of changes) {
      this.#know(id, bytes)
      const account = this.#accounts.get(id)
      if (account) account.left -= bytes
    }
    await this.#tell(changes.map(({ id, bytes }) => [id, bytes] as const))
  }

  /** Other processes read it from the database when they begin the period, so a lost message is no harm but for this period. */
  async #tell(bytes: (readonly [string, number])[]): Promise<void> {
    if (bytes.length === 0) return
    await this.#context.state.publish('egress-addresses', { from: this.#process, period: this.#period, bytes })
  }

  #isLimited(): boolean {
    return this.#shareBytes !== Number.POSITIVE_INFINITY
  }

  #know(hash: string, bytes: number): void {
    this.#known.set(hash, (this.#known.get(hash) ?? 0) + bytes)
  }

  /** Another one in every period, so that nobody can be followed from one to the next. */
  #hashOf(group: string): string {
    return hmacSha256(this.#context.secret, `${this.#period} ${group}`).toString('base64url').slice(0, 22)
  }
}
