/** Tables of announcements. Switches are 0 or 1. */
export interface AnnouncementDatabase {
  announcement_settings: {
    username: string
    is_enabled: number
    community: string | null
    /** A JSON list. */
    tags: string
    declines_rewards: number
    beneficiary_percent: number
    updated_at_ms: number
  }
  /** The outbox: one row a broadcast, written before anything is sent. */
  announcements: {
    broadcast_id: string
    username: string
    permlink: string
    /** Why of `state`: see AnnouncementState. */
    state: string
    /** 1 when the streamer publishes it with the wallet. */
    is_own: number
    /** JSON of the post as it was made: its end may change the text, but not the place. */
    draft: string | null
    /** JSON of the signed transaction on its way: sent again as it is, it can take effect only once. */
    sending: string | null
    problem: string | null
    attempts: number
    /** Whoever moves this on has the row to itself until then. */
    next_attempt_at_ms: number
    created_at_ms: number
    published_at_ms: number | null
  }
}
