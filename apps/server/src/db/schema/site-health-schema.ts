/** What operators are told of. */
export interface SiteHealthDatabase {
  alerts: {
    /** Kind and key. */
    id: string
    kind: string
    /** JSON, by kind (packages/contract/src/site-health/alerts.ts). */
    facts: string
    raised_at_ms: number
    /** Null while it lasts. */
    cleared_at_ms: number | null
    /** 1 once a message about it is on its way. */
    is_told: number
  }
  /** Messages until they are delivered: one for each target. */
  alert_messages: {
    id: string
    target: string
    /** JSON: what was raised and what is well again. */
    body: string
    created_at_ms: number
    attempts: number
    /** Null when it was delivered or given up. */
    next_attempt_at_ms: number | null
    /** Why the last attempt failed. */
    problem: string | null
  }
  /** The processes of the site. Each renews its row while it runs, and deletes it when it ends in order. */
  processes: {
    name: string
    /** JSON: how it is. */
    status: string
    seen_at_ms: number
  }
}
