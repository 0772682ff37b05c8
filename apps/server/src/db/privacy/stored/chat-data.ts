import type { StoredTables } from './stored-table.ts'

const asLongAsChat = 'for `WAGGLE_CHAT_DAYS` days'
const untilChanged = 'until the channel changes it'

/** What is said in chats, and how channels keep order in theirs. */
export const chatData: StoredTables<
  | 'chat_rooms'
  | 'chat_messages'
  | 'chat_clears'
  | 'chat_settings'
  | 'chat_moderators'
  | 'chat_restrictions'
  | 'chat_log'
> = {
  chat_messages: {
    group: 'chat',
    key: ['channel', 'id'],
    why: 'so that others can read what you say, also beside a replay',
    kept: `${asLongAsChat}; the text of a deleted message for 24 hours`,
    columns: {
      channel: 'name',
      id: 'personal',
      username: 'name',
      message: 'personal',
      kind: 'personal',
      role: 'personal',
      reply_to: 'personal',
      tip: 'personal',
      idempotency_key: 'technical',
      picture_at_ms: 'personal',
      deleted_at_ms: 'personal',
      deleted_by: 'technical',
    },
    rows: [
      { of: 'username', among: { column: 'channel', in: 'chat_rooms' }, onDeletion: 'deleted' },
      { of: 'channel', onDeletion: 'deleted', download: 'others' },
    ],
  },
  chat_rooms: {
    group: 'chat',
    key: ['channel'],
    why: 'to put the messages of your chat in order',
    kept: 'until you delete your data',
    columns: { channel: 'name', last_tick: 'technical' },
    rows: [{ of: 'channel', onDeletion: 'deleted' }],
  },
  chat_clears: {
    group: 'chat',
    key: ['channel', 'up_to_id'],
    why: 'to hide what you have cleared from your chat',
    kept: 'until the messages are erased, 24 hours',
    columns: { channel: 'name', up_to_id: 'technical', entry_id: 'technical', cleared_at_ms: 'personal' },
    rows: [{ of: 'channel', onDeletion: 'deleted' }],
  },
  chat_settings: {
    group: 'chat',
    key: ['channel'],
    why: 'to apply the rules of your chat',
    kept: untilChanged,
    columns: {
      channel: 'name',
      slow_mode: 'personal',
      slow_mode_seconds: 'personal',
      followers_only: 'personal',
      followers_only_minutes: 'personal',
      emote_only: 'personal',
      links_allowed: 'personal',
      min_account_age_days: 'personal',
      min_reputation: 'personal',
      blocked_words: 'personal',
      pinned_message_id: 'technical',
      moderators_may_change_rules: 'personal',
    },
    rows: [{ of: 'channel', onDeletion: 'deleted' }],
  },
  chat_moderators: {
    group: 'chat',
    key: ['channel', 'username'],
    why: 'to let people moderate a chat',
    kept: untilChanged,
    columns: { channel: 'name', username: 'name', added_at_ms: 'personal' },
    rows: [
      { of: 'username', onDeletion: 'deleted' },
      { of: 'channel', onDeletion: 'deleted' },
    ],
  },
  chat_restrictions: {
    group: 'moderation',
    key: ['channel', 'username'],
    why: 'to keep somebody out of a chat whom its channel has banned',
    kept: 'until it ends or the channel lifts it',
    columns: {
      channel: 'name',
      username: 'name',
      kind: 'personal',
      reason: 'personal',
      created_by: 'name',
      created_at_ms: 'personal',
      expires_at_ms: 'personal',
    },
    rows: [
      { of: 'channel', onDeletion: 'deleted' },
      { of: 'username', onDeletion: 'kept', hides: ['created_by'] },
    ],
  },
  chat_log: {
    group: 'moderation',
    key: ['channel', 'id'],
    why: 'so that a channel sees what its moderators have done, and can undo it',
    kept: asLongAsChat,
    columns: {
      channel: 'name',
      id: 'personal',
      actor: 'name',
      action: 'personal',
      target: 'name',
      reason: 'personal',
      details: 'technical',
      created_at_ms: 'personal',
      reverted_at_ms: 'personal',
      reverted_by: 'name',
    },
    rows: [
      { of: 'channel', onDeletion: 'deleted' },
      { of: 'actor', onDeletion: 'kept' },
      { of: 'target', onDeletion: 'kept', hides: ['actor', 'reverted_by'] },
    ],
  },
}
