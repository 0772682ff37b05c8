import type { StoredTables } from './stored-table.ts'

const untilChanged = 'until you change or delete it'

/** The tools of streamers. */
export const toolsData: StoredTables<'overlays' | 'webhooks' | 'webhook_deliveries'> = {
  overlays: {
    group: 'tools',
    key: ['username'],
    why: 'to show your overlay in your encoder',
    kept: untilChanged,
    columns: {
      username: 'name',
      secret_hash: 'secret',
      settings: 'personal',
      goal_since_ms: 'personal',
      updated_at_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  webhook_deliveries: {
    group: 'tools',
    key: ['webhook_id', 'event_id'],
    why: 'to send events to a webhook, and to show its owner what was sent. An event names who followed, wrote or tipped',
    kept: 'for 7 days',
    columns: {
      webhook_id: 'personal',
      event_id: 'personal',
      event: 'personal',
      body: 'personal',
      state: 'personal',
      attempts: 'technical',
      next_attempt_at_ms: 'technical',
      status: 'personal',
      problem: 'personal',
      created_at_ms: 'personal',
      attempted_at_ms: 'personal',
    },
    rows: [{ of: { column: 'webhook_id', in: 'webhooks' }, onDeletion: 'deleted' }],
  },
  webhooks: {
    group: 'tools',
    key: ['id'],
    why: 'to send events to your own programs',
    kept: untilChanged,
    columns: {
      id: 'personal',
      username: 'name',
      url: 'personal',
      events: 'personal',
      is_active: 'personal',
      secret_salt: 'secret',
      created_at_ms: 'personal',
      active_since_ms: 'technical',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
}
