/** The tables of announcements. Booleans are 0 or 1. */
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
  /** The outbox: one row for each broadcast, written before anything is sent. */
  announcements: {
    broadcast_id: string
    username: string
    permlink: string
    /** See AnnouncementState. */
    state: string
    /** 1 when the streamers publish the post themselves, with their wallet. */
    is_own: number
    /** The post as it was made, as JSON. The end of the broadcast may change its text, but not its address. */
    draft: string | null
    /** The signed transaction being sent, as JSON. Sent again unchanged, it can take effect only once. */
    sending: string | null
    problem: string | null
    attempts: number
    /** A process that advances this time owns the row until then. */
    next_attempt_at_ms: number
    created_at_ms: number
    published_at_ms: number | null
  }
}
