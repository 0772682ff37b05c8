/** What privacy needs, and what is kept for a few days only. */
export interface PrivacyDatabase {
  /** Where accounts have broadcast from: groups of addresses, and the networks around them. */
  encoder_addresses: { username: string; address: string; network: string; last_seen_at_ms: number }
  /** From where encoders are refused while an action is in effect: groups and networks. */
  forbidden_addresses: { address: string; action_id: string }
  /** Accounts whose data are being deleted. */
  account_deletions: {
    username: string
    requested_at_ms: number
    /** A process that advances this time owns the row until then. */
    next_attempt_at_ms: number
  }
}
