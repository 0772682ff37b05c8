import type { StoredTables } from './stored-table.ts'

/** Alerts to browsers. They need no account: a subscription says nothing about who has it. */
export const pushData: StoredTables<'push_subscriptions' | 'push_channels' | 'push_announcements' | 'push_deliveries'> =
  {
    push_deliveries: {
      group: 'broadcasts',
      key: ['broadcast_id', 'subscription_id'],
      why: 'to tell browsers that asked for it that your broadcast has begun',
      kept: 'until they were told, an hour at most',
      columns: {
        broadcast_id: 'personal',
        subscription_id: 'technical',
        service: 'technical',
        attempts: 'technical',
        next_attempt_at_ms: 'technical',
        created_at_ms: 'personal',
      },
      rows: [{ of: { column: 'broadcast_id', in: 'broadcasts' }, onDeletion: 'deleted', download: 'others' }],
    },
    push_announcements: {
      group: 'broadcasts',
      key: ['broadcast_id'],
      why: 'to tell of a broadcast once, and of a channel not too often',
      kept: 'for a day',
      columns: { broadcast_id: 'personal', channel: 'name', announced_at_ms: 'personal', is_told: 'technical' },
      rows: [{ of: 'channel', onDeletion: 'deleted' }],
    },
    push_channels: {
      group: 'follows',
      key: ['channel', 'subscription_id'],
      why: "to know which browsers asked for an alert when your channel goes live: of each the hash of an address, and nobody's name",
      kept: 'until they no longer want it, or have not opened the site for 60 days',
      columns: { channel: 'name', subscription_id: 'technical' },
      rows: [{ of: 'channel', onDeletion: 'deleted', download: 'others' }],
    },
    push_subscriptions: {
      group: null,
      key: ['id'],
      why: "to reach a browser that asked for alerts through the push service of its maker: an address there and keys that the browser made, with nobody's name and no address of the network",
      kept: 'until the browser no longer wants alerts, the push service says that it is gone, or the site was not opened with it for 60 days',
      columns: {
        id: 'technical',
        endpoint: 'personal',
        service: 'technical',
        p256dh: 'personal',
        auth: 'personal',
        language: 'personal',
        key_fingerprint: 'technical',
        created_at_ms: 'personal',
        renewed_at_ms: 'personal',
      },
      rows: [],
    },
  }
