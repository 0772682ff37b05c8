/** What the site sends, and what it may. */
export interface EgressDatabase {
  /** Totals of a day (UTC, 'YYYY-MM-DD'): of the site (id ''), of broadcasts, clips and channels, and of addresses. */
  egress_totals: {
    scope: 'site' | 'broadcast' | 'channel' | 'address'
    /** For addresses the period of their share: a day, or a month ('YYYY-MM') where only that has a budget. */
    day: string
    /** Of an address a keyed hash, with another key for every period. */
    id: string
    /** What this site has sent, what edges say that they have sent, and what is estimated because nobody says it. */
    sent_bytes: number
    edge_bytes: number
    estimated_bytes: number
  }
  /** The last batch that each edge has reported. A run is the time from one start of its reader to the next. */
  egress_edges: { edge: string; run: string; batch: number; reported_at_ms: number }
  /** What operators have added to a day's budget. The id is that of the action in their log. */
  egress_raises: { id: string; day: string; bytes: number }
}
