import type { Generated } from 'kysely'

/** The tables of statistics. */
export interface StatsDatabase {
  broadcast_figures: {
    broadcast_id: string
    /** As of the last count. */
    title: string
    /** Its description, category, language and tags, as of the last count: JSON; null before the first one, or where an older release counted. */
    about: Generated<string | null>
    /** Watch time, summed over all viewers. */
    viewer_ms: number
    messages: number
    /** Everything before this time is counted. Only the process that advances it has counted that stretch. */
    counted_until_ms: number
    /** 1 once the broadcast has ended and is counted to its end. */
    is_closed: number
    /** The payout of its post, once it is final. */
    paid_out: string | null
  }
  /** The time series of a broadcast: one row for each stretch of time; older stretches are longer. */
  broadcast_samples: {
    broadcast_id: string
    at_ms: number
    span_ms: number
    /** The mean over the stretch. */
    viewers: number
    viewers_max: number
    bits_per_second: number | null
    messages: number
  }
  /** The whole site: the most of each in a minute of the last day, or in an hour of the last 30 days. */
  site_samples: {
    span_ms: number
    at_ms: number
    viewers: number
    channels: number
    event_loop_ms: number | null
    processor_share: number | null
  }
  /** One row for every day (UTC) on which the number changed. */
  follower_counts: { channel: string; day: string; followers: number }
}
