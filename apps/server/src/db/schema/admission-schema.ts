/** What an account is on a list for: to broadcast where not everybody may, or to enter a private site. */
export type AdmittedList = 'streamers' | 'members'

/** Who may broadcast where not everybody may, and who may enter a private site. */
export interface AdmissionDatabase {
  admitted_accounts: {
    list: AdmittedList
    username: string
    admitted_by: string
    admitted_at_ms: number
    note: string | null
  }
  /** The last request of each account. */
  admission_requests: {
    username: string
    text: string
    requested_at_ms: number
    /** 'open', 'approved' or 'declined'. */
    state: string
    decided_at_ms: number | null
  }
  /** Those that were neither used nor revoked. */
  invitations: {
    id: string
    /** Nobody can read the secret from the database. */
    secret_hash: string
    list: AdmittedList
    note: string
    created_by: string
    created_at_ms: number
    expires_at_ms: number
    /** How many more accounts may use it; null for one. */
    uses_left: number | null
  }
}
