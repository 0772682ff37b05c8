/** What privacy needs. */
export interface PrivacyDatabase {
  /** Accounts whose data are being deleted. */
  account_deletions: {
    username: string
    requested_at_ms: number
    /** A process that advances this time owns the row until then. */
    next_attempt_at_ms: number
  }
}
