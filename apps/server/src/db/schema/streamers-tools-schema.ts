/** Tables of what a streamer sets up beside the broadcast. Switches are 0 or 1. */
export interface StreamersToolsDatabase {
  overlays: {
    username: string
    /** Of the address; null until there is one. */
    secret_hash: string | null
    /** JSON. */
    settings: string
    /** Tips since then count for the goal. */
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
    /** The secret is drawn from the site's key and this: it is not stored itself. */
    secret_salt: string
    created_at_ms: number
    /** Nothing is told of what happened before. */
    active_since_ms: number
  }
  /** The outbox and its log: one row for each event and address, written before anything is sent. */
  webhook_deliveries: {
    webhook_id: string
    event_id: string
    event: string
    body: string
    state: string
    attempts: number
    /** Whoever moves this on has the row to itself until then. */
    next_attempt_at_ms: number
    status: number | null
    problem: string | null
    created_at_ms: number
    attempted_at_ms: number | null
  }
}
