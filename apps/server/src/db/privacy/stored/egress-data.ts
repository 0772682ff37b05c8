import type { StoredTables } from './stored-table.ts'

/** What the site has sent. */
export const egressData: StoredTables<'egress_totals' | 'egress_edges' | 'egress_raises'> = {
  egress_totals: {
    group: 'broadcasts',
    key: ['scope', 'day', 'id'],
    why: 'to keep what the site sends within its budget: how many bytes a channel, a broadcast and an address took, of addresses only a hash that changes with the period',
    kept: 'of an address until the day ends (the month, where the budget is for a month); of channels and broadcasts 400 days',
    columns: {
      scope: 'personal',
      day: 'personal',
      id: 'name',
      sent_bytes: 'personal',
      edge_bytes: 'personal',
      estimated_bytes: 'personal',
    },
    rows: [{ of: 'id', onDeletion: 'deleted' }],
  },
  egress_edges: {
    group: null,
    key: ['edge'],
    why: 'to count once what each cache in front of the site reports',
    kept: 'for ever: one row for each cache',
    columns: { edge: 'technical', run: 'technical', batch: 'technical', reported_at_ms: 'technical' },
    rows: [],
  },
  egress_raises: {
    group: null,
    key: ['id'],
    why: 'to know what operators have added to the budget of a day',
    kept: 'for ever',
    columns: { id: 'technical', day: 'technical', bytes: 'technical' },
    rows: [],
  },
}
