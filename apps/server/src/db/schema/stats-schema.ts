/** Tables of statistics. */
export interface StatsDatabase {
  broadcast_figures: {
    broadcast_id: string
    /** As it was when last counted. */
    title: string
    /** Time that all viewers together have watched. */
    viewer_ms: number
    messages: number
    /** Everything until then is counted: who moves this on has counted, and nobody else. */
    counted_until_ms: number
    /** 1 once the broadcast has ended and all of it is counted. */
    is_closed: number
    /** What its post has paid, once that is final. */
    paid_out: string | null
  }
  /** The course of a broadcast: a row for every stretch of time, longer ones the older they are. */
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
  /** One row for every day (UTC) on which the number changed. */
  follower_counts: { channel: string; day: string; followers: number }
}
