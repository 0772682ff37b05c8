import type { StoredTables } from './stored-table.ts'

/** How the site and its processes are. */
export const siteData: StoredTables<'site_settings' | 'alerts' | 'alert_messages' | 'processes' | 'site_samples'> = {
  site_settings: {
    group: null,
    key: ['name'],
    why: 'to run the site as its operators have set it',
    kept: 'until they change it; what was set before is in their log',
    columns: { name: 'technical', value: 'technical', revision: 'technical' },
    rows: [],
  },
  alerts: {
    group: null,
    key: ['id'],
    why: 'to tell the people who run the site what is wrong with it, and whom a new report is about',
    kept: 'until it is well again, or the report is closed',
    columns: {
      id: 'technical',
      kind: 'technical',
      facts: 'technical',
      raised_at_ms: 'technical',
      cleared_at_ms: 'technical',
      is_told: 'technical',
    },
    rows: [],
  },
  alert_messages: {
    group: null,
    key: ['id'],
    why: 'to send that to them',
    kept: 'until it was sent',
    columns: {
      id: 'technical',
      target: 'technical',
      body: 'technical',
      created_at_ms: 'technical',
      attempts: 'technical',
      next_attempt_at_ms: 'technical',
      problem: 'technical',
    },
    rows: [],
  },
  site_samples: {
    group: null,
    key: ['span_ms', 'at_ms'],
    why: 'to show the people who run the site how many watched and were live over time',
    kept: 'each minute for a day, each hour for 30 days',
    columns: {
      span_ms: 'technical',
      at_ms: 'technical',
      viewers: 'technical',
      channels: 'technical',
      event_loop_ms: 'technical',
      processor_share: 'technical',
    },
    rows: [],
  },
  processes: {
    group: null,
    key: ['name'],
    why: 'to show the people who run the site how each of its processes is',
    kept: 'while the process runs',
    columns: { name: 'technical', status: 'technical', seen_at_ms: 'technical' },
    rows: [],
  },
}
