import type { StoredTables } from './stored-table.ts'

const ofBroadcast = { column: 'broadcast_id', in: 'broadcasts' } as const
const untilDeleted = 'until you delete your data'

/** What was broadcast, how many watched, and what is announced of it. */
export const broadcastData: StoredTables<
  | 'broadcasts'
  | 'broadcast_leases'
  | 'broadcast_figures'
  | 'broadcast_samples'
  | 'announcement_settings'
  | 'announcements'
  | 'tips'
> = {
  broadcast_figures: {
    group: 'broadcasts',
    key: ['broadcast_id'],
    why: 'to show you how a broadcast went',
    kept: untilDeleted,
    columns: {
      broadcast_id: 'personal',
      title: 'personal',
      about: 'personal',
      viewer_ms: 'personal',
      messages: 'personal',
      counted_until_ms: 'technical',
      is_closed: 'technical',
      paid_out: 'personal',
    },
    rows: [{ of: ofBroadcast, onDeletion: 'deleted' }],
  },
  broadcast_samples: {
    group: 'broadcasts',
    key: ['broadcast_id', 'at_ms'],
    why: 'to draw the course of a broadcast',
    kept: `${untilDeleted}, in longer steps as it gets older`,
    columns: {
      broadcast_id: 'personal',
      at_ms: 'personal',
      span_ms: 'technical',
      viewers: 'personal',
      viewers_max: 'personal',
      bits_per_second: 'personal',
      messages: 'personal',
    },
    rows: [{ of: ofBroadcast, onDeletion: 'deleted' }],
  },
  broadcast_leases: {
    group: 'broadcasts',
    key: ['username'],
    why: 'to know which process has your broadcast',
    kept: 'while you are live',
    columns: { username: 'name', holder: 'technical', renewals: 'technical' },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  announcement_settings: {
    group: 'announcements',
    key: ['username'],
    why: 'to announce your broadcasts as you want it',
    kept: 'until you change it',
    columns: {
      username: 'name',
      is_enabled: 'personal',
      community: 'personal',
      tags: 'personal',
      declines_rewards: 'personal',
      beneficiary_percent: 'personal',
      updated_at_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  announcements: {
    group: 'announcements',
    key: ['broadcast_id'],
    why: 'to find the post of a broadcast, for its votes',
    kept: `${untilDeleted}; the post itself is on the chain, where nobody can delete it`,
    columns: {
      broadcast_id: 'personal',
      username: 'name',
      permlink: 'personal',
      state: 'personal',
      is_own: 'personal',
      draft: 'personal',
      sending: 'technical',
      problem: 'personal',
      attempts: 'technical',
      next_attempt_at_ms: 'technical',
      created_at_ms: 'personal',
      published_at_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  tips: {
    group: 'tips',
    key: ['transaction_id', 'operation_index'],
    why: 'to show a tip in the chat, and to count it for its receiver',
    kept: 'until its receiver deletes their data; the transfer itself is on the chain, where nobody can delete it',
    columns: {
      transaction_id: 'personal',
      operation_index: 'technical',
      channel: 'name',
      broadcast_id: 'personal',
      sender: 'name',
      currency: 'personal',
      thousandths: 'personal',
      message: 'personal',
      sent_at_ms: 'personal',
      is_told: 'technical',
    },
    rows: [
      { of: 'channel', onDeletion: 'deleted' },
      { of: 'sender', onDeletion: 'kept' },
    ],
  },
  // Last: what belongs to a broadcast is found by it.
  broadcasts: {
    group: 'broadcasts',
    key: ['id'],
    why: 'to list what you have broadcast',
    kept: untilDeleted,
    columns: {
      id: 'personal',
      username: 'name',
      started_at_ms: 'personal',
      last_media_at_ms: 'personal',
      away_since_ms: 'technical',
      is_stopped: 'technical',
      ended_at_ms: 'personal',
      thumbnail_at_ms: 'technical',
      next_number: 'technical',
      target_duration_s: 'technical',
      part_target_ms: 'technical',
      peak_viewers: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
}
