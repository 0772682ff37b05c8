import type { Generated } from 'kysely'

/** Recordings of broadcasts. Their media is in the recording store. */
export interface RecordingsDatabase {
  /** Objects of the store: each has about 30 seconds of one rendition. */
  recorded_objects: {
    broadcast_id: string
    rendition: string
    /** Media sequence number of its first segment. */
    first_sequence: number
    bytes: number
    /** The time of its first picture and the end of its last one, by the wall clock. */
    started_at_ms: number
    ended_at_ms: number
    /** The time of all its media: less than the above where the broadcast was interrupted. */
    plays_ms: Generated<number>
    /** JSON: what a playlist needs to know of every segment. */
    contents: string
  }
  /** Recordings that their channel has deleted. */
  deleted_recordings: { broadcast_id: string; deleted_at_ms: number }
  /** How often and how long recordings were watched. Only the process that advances `counted_until_ms` has counted that stretch. */
  replay_figures: { broadcast_id: string; views: number; viewer_ms: number; counted_until_ms: number }
}
