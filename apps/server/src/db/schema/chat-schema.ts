import type { Generated } from 'kysely'

/** The tables of chat, and the follows that its rules depend on. Booleans are 0 or 1. */
export interface ChatDatabase {
  /** One row for each channel. Its lock orders the messages of all processes. */
  chat_rooms: { channel: string; last_tick: number }
  chat_messages: {
    channel: string
    /** The tick in base 36 (chat-message-id.ts): it sorts as text and contains the time. */
    id: string
    username: string
    message: string
    kind: string
    /** The writer's role in the channel at that time. */
    role: string
    reply_to: string | null
    /** The amount, for a message of kind 'tip'. */
    tip: string | null
    idempotency_key: string | null
    /** The time of the picture that the writer saw; null where the writer's client did not say. */
    picture_at_ms: Generated<number | null>
    deleted_at_ms: number | null
    /** The log entry that deleted it, so that reverting the entry restores it. Null for a message that its writer deleted. */
    deleted_by: string | null
  }
  /** Every message of the channel up to this id is hidden, and erased once the clear can no longer be reverted. */
  chat_clears: { channel: string; up_to_id: string; entry_id: string; cleared_at_ms: number }
  chat_settings: {
    channel: string
    slow_mode: number
    slow_mode_seconds: number
    followers_only: number
    followers_only_minutes: number
    emote_only: number
    links_allowed: number
    min_account_age_days: number
    min_reputation: number | null
    /** A JSON list. */
    blocked_words: string
    pinned_message_id: string | null
    moderators_may_change_rules: number
  }
  chat_moderators: { channel: string; username: string; added_at_ms: number }
  /** A user has one restriction in a channel: a ban, or a timeout. */
  chat_restrictions: {
    channel: string
    username: string
    kind: string
    reason: string | null
    created_by: string
    created_at_ms: number
    /** Null: until lifted. */
    expires_at_ms: number | null
  }
  chat_log: {
    channel: string
    id: string
    actor: string
    action: string
    target: string | null
    reason: string | null
    /** A JSON object: what reverting the entry needs. */
    details: string
    created_at_ms: number
    reverted_at_ms: number | null
    reverted_by: string | null
  }
  follows: { follower: string; channel: string; created_at_ms: number }
}
