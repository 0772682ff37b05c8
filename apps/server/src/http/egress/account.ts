/** Counts the bytes of one address, of one broadcast, or of the site. All of it is numbers in place: adding allocates nothing. */
export class Account {
  readonly id: string
  /** Not in the database yet. */
  unsaved = 0
  /** What may still be sent, as far as this process knows. Without a budget it never ends. */
  left = Number.POSITIVE_INFINITY
  /** Whether it is in the list of those that have changed. */
  isListed = false
  /** Whether somebody who runs the site calls from this address. */
  isOfOperator = false

  constructor(id: string) {
    this.id = id
  }
}

/** The accounts that have changed since the list was taken. */
export class ChangedAccounts<Kind extends Account> {
  #changed: Kind[] = []

  add(account: Kind, bytes: number): void {
    account.unsaved += bytes
    account.left -= bytes
    if (account.isListed) return
    account.isListed = true
    this.#changed.push(account)
  }

  /** Each with the bytes that are to be saved, which it then no longer has. Those that `isDue` refuses stay for later. */
  take(isDue: (account: Kind) => boolean = () => true): { account: Kind; bytes: number }[] {
    const due: { account: Kind; bytes: number }[] = []
    this.#changed = this.#changed.filter((account) => {
      if (!isDue(account)) return true
      if (account.unsaved !== 0) due.push({ account, bytes: account.unsaved })
      account.unsaved = 0
      account.isListed = false
      return false
    })
    return due
  }

  /** They could not be saved. */
  putBack(taken: readonly { account: Kind; bytes: number }[]): void {
    for (const { account, bytes } of taken) {
      account.unsaved += bytes
      if (account.isListed) continue
      account.isListed = true
      this.#changed.push(account)
    }
  }
}
