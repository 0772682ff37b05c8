import type { StoredTables } from './stored-table.ts'

/** Who is logged in, and what belongs to an account itself. */
export const accountData: StoredTables<
  | 'sessions'
  | 'stream_keys'
  | 'channels'
  | 'schedules'
  | 'follows'
  | 'follower_counts'
  | 'site'
  | 'used_challenges'
  | 'account_deletions'
  | 'encoder_addresses'
  | 'forbidden_addresses'
> = {
  sessions: {
    group: 'account',
    key: ['token_hash'],
    why: 'to keep you logged in, and to show you where you are',
    kept: 'until you log out, or 30 days',
    columns: {
      token_hash: 'secret',
      username: 'name',
      public_key: 'personal',
      created_at_ms: 'personal',
      expires_at_ms: 'personal',
      browser: 'personal',
      system: 'personal',
      last_used_at_ms: 'personal',
      operates_until_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  stream_keys: {
    group: 'account',
    key: ['username'],
    why: 'to recognise your encoder',
    kept: 'until you make another key',
    columns: { username: 'name', key_hash: 'secret', created_at_ms: 'personal' },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  account_deletions: {
    group: 'account',
    key: ['username'],
    why: 'to finish deleting your data',
    kept: 'until everything is deleted, a few minutes',
    columns: { username: 'name', requested_at_ms: 'personal', next_attempt_at_ms: 'technical' },
    // The deletion itself removes it, last of all.
    rows: [{ of: 'username', onDeletion: 'media' }],
  },
  encoder_addresses: {
    group: 'account',
    key: ['username', 'address'],
    why: 'to refuse an encoder that floods or comes back after a suspension',
    kept: 'for `WAGGLE_KEEP_ADDRESSES_DAYS` days',
    columns: { username: 'name', address: 'personal', network: 'personal', last_seen_at_ms: 'personal' },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  forbidden_addresses: {
    group: null,
    key: ['address'],
    why: 'to refuse encoders from an address or a network: nothing says whose it is but the action that the log names',
    kept: 'until it is allowed again, `WAGGLE_KEEP_ADDRESSES_DAYS` days at most',
    columns: { address: 'personal', action_id: 'technical' },
    rows: [],
  },
  channels: {
    group: 'channel',
    key: ['username'],
    why: 'to show your channel',
    kept: 'until you change or delete it',
    columns: {
      username: 'name',
      title: 'personal',
      description: 'personal',
      category: 'personal',
      language: 'personal',
      updated_at_ms: 'personal',
      tags: 'personal',
      panels: 'personal',
      next_broadcast_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  schedules: {
    group: 'channel',
    key: ['username'],
    why: 'to say when you will be live',
    kept: 'until you change or delete it',
    columns: { username: 'name', broadcasts: 'personal' },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  follows: {
    group: 'follows',
    key: ['follower', 'channel'],
    why: 'to list the channels that you follow, and to tell a channel how many follow it',
    kept: 'until you no longer follow',
    columns: { follower: 'name', channel: 'name', created_at_ms: 'personal' },
    rows: [
      { of: 'follower', onDeletion: 'deleted' },
      { of: 'channel', onDeletion: 'deleted' },
    ],
  },
  follower_counts: {
    group: 'follows',
    key: ['channel', 'day'],
    why: 'to show you how your channel grows',
    kept: 'until you delete your data',
    columns: { channel: 'name', day: 'personal', followers: 'personal' },
    rows: [{ of: 'channel', onDeletion: 'deleted' }],
  },
  site: {
    group: null,
    key: ['name'],
    why: 'to know the site again: nothing about people',
    kept: 'for ever',
    columns: { name: 'technical', value: 'technical' },
    rows: [],
  },
  used_challenges: {
    group: null,
    key: ['id'],
    why: 'so that a signature is used once: random numbers, nothing about people',
    kept: 'until the signature has expired, 5 minutes',
    columns: { id: 'technical', expires_at_ms: 'technical' },
    rows: [],
  },
}
