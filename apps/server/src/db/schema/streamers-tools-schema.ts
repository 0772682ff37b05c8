/** The tables of the overlay and of webhooks. Booleans are 0 or 1. */
export interface StreamersToolsDatabase {
  overlays: {
    username: string
    /** Hash of the secret in the overlay's address; null until there is an address. */
    secret_hash: string | null
    /** JSON. */
    settings: string
    /** Tips since then count towards the goal. */
    goal_since_ms: number
    updated_at_ms: number
  }
  webhooks: {
    id: string
    username: string
    url: string
    /** A JSON list. */
    events: string
    is_active: number
    /** The secret is derived from the site's key and this salt; it is not stored itself. */
    secret_salt: string
    created_at_ms: number
    /** Events before this time are not sent. */
    active_since_ms: number
  }
  /** The outbox and its log: one row for each event and webhook, written before anything is sent. */
  webhook_deliveries: {
    webhook_id: string
    event_id: string
    event: string
    body: string
    state: string
    attempts: number
    /** A process that advances this time owns the row until then. */
    next_attempt_at_ms: number
    status: number | null
    problem: string | null
    created_at_ms: number
    attempted_at_ms: number | null
  }
}
