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
    /** When the picture in it was taken; null where it has none. */
    picture_at_ms: Generated<number | null>
  }
  /** A row for each recorded broadcast. */
  recordings: {
    broadcast_id: string
    username: string
    /** The size of its objects. */
    bytes: number
    /** 0: only its channel may watch it. */
    is_public: number
    /** 1: kept when others are deleted to make room. */
    is_pinned: number
    /** Null: the title of the broadcast. */
    title: string | null
    /** The moment of the picture that stands for it; null: its middle. */
    picture_at_ms: Generated<number | null>
  }
  /** What a channel chooses for its recordings. */
  recording_settings: {
    username: string
    is_recorded: number
    is_published_at_once: number
    /** Null: as long as the site keeps replays. */
    keep_days: number | null
    /** 1: whoever may watch a replay may download it. */
    is_downloadable: Generated<number>
    /** 'everyone', 'followers', 'moderators' or 'nobody'. */
    who_may_clip: Generated<string>
  }
  /** Stretches of recordings that somebody has marked and named. Their media is that of the recording. */
  clips: {
    id: string
    broadcast_id: string
    channel: string
    maker: string
    title: string
    /** Of its first and last picture, by the clock of the recording. */
    starts_ms: number
    ends_ms: number
    /** The same by the clock of the media; null where it is not known. */
    starts_media_ms: number | null
    ends_media_ms: number | null
    created_at_ms: number
  }
  /** Stretches that a channel has cut out of a recording. 1 once nothing of it is in the store. */
  recording_cuts: { broadcast_id: string; from_ms: number; until_ms: number; is_done: number }
  /** Moments of recordings with a title. Each lasts until the next one. */
  recording_chapters: { broadcast_id: string; at_ms: number; title: string }
  /** Recordings that their channel has deleted, or that were kept for long enough. */
  deleted_recordings: { broadcast_id: string; deleted_at_ms: number }
  /** How often and how long recordings and clips were watched. Only the process that advances `counted_until_ms` has counted that stretch. */
  replay_figures: { broadcast_id: string; views: number; viewer_ms: number; counted_until_ms: number }
}
