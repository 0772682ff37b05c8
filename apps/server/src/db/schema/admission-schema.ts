/** What an account is on a list for. The column is there so that there can be other lists. */
export type AdmittedList = 'streamers'

/** Who may broadcast where not everybody may. */
export interface AdmissionDatabase {
  admitted_accounts: { list: AdmittedList; username: string; admitted_by: string; admitted_at_ms: number }
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
  }
}
