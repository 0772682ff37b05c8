import type { AdmittedList } from '@waggle/contract/admission/endpoints'

/** Who may broadcast and who may enter. */
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
