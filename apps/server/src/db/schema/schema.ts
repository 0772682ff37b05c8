import type { Generated } from 'kysely'
import type { AdmissionDatabase } from './admission-schema.ts'
import type { AnnouncementDatabase } from './announcement-schema.ts'
import type { ChatDatabase } from './chat-schema.ts'
import type { EgressDatabase } from './egress-schema.ts'
import type { OperatingDatabase } from './operating-schema.ts'
import type { PrivacyDatabase } from './privacy-schema.ts'
import type { PushDatabase } from './push-schema.ts'
import type { RecordingsDatabase } from './recordings-schema.ts'
import type { SiteHealthDatabase } from './site-health-schema.ts'
import type { StatsDatabase } from './stats-schema.ts'
import type { StreamersToolsDatabase } from './streamers-tools-schema.ts'

/** All tables. Ids are text and times are integer milliseconds since 1970, so that SQLite and PostgreSQL hold the same values. */
export interface Database
  extends AdmissionDatabase,
    AnnouncementDatabase,
    ChatDatabase,
    EgressDatabase,
    OperatingDatabase,
    PrivacyDatabase,
    PushDatabase,
    RecordingsDatabase,
    SiteHealthDatabase,
    StatsDatabase,
    StreamersToolsDatabase {
  site: { name: string; value: string }
  used_challenges: { id: string; expires_at_ms: number }
  sessions: {
    token_hash: string
    username: string
    /** The key that signed in. Calls that change something check that the account still has it. */
    public_key: string
    created_at_ms: number
    expires_at_ms: number
    /** What signed in: 'Firefox', 'Windows'; null where its name is not known. */
    browser: string | null
    system: string | null
    /** Null until its first use that is recorded. */
    last_used_at_ms: number | null
    /** Until when it has the rights of somebody who runs the site. */
    operates_until_ms: number | null
  }
  tips: {
    transaction_id: string
    operation_index: number
    channel: string
    broadcast_id: string
    sender: string
    /** 'HIVE' or 'HBD'; the amount is in thousandths of it. */
    currency: string
    thousandths: number
    message: string
    sent_at_ms: number
    /** 1 once chat has decided whether to show it. */
    is_told: number
  }
  stream_keys: { username: string; key_hash: string; created_at_ms: number }
  channels: {
    username: string
    title: string
    description: string
    category: string | null
    language: string | null
    updated_at_ms: number
    /** A JSON list. */
    tags: Generated<string>
    /** A JSON list. */
    panels: Generated<string>
    /** No longer used: `schedules` has it. */
    next_broadcast_ms: Generated<number | null>
  }
  schedules: {
    username: string
    /** A JSON list. */
    broadcasts: string
  }
  broadcasts: {
    id: string
    username: string
    started_at_ms: number
    /** Updated while media arrives: a broadcast whose process died is recognised by its age. */
    last_media_at_ms: number
    /** Set while the encoder is away and may return. */
    away_since_ms: number | null
    /** 1 while the encoder is away because the streamer stopped it. */
    is_stopped: Generated<number>
    ended_at_ms: number | null
    /** When the newest thumbnail was taken. */
    thumbnail_at_ms: number | null
    /** Above every number in its playlists, so that numbers never decrease when another process takes over. */
    next_number: number
    /** What the playlists promise; constant for their lifetime. */
    target_duration_s: number
    part_target_ms: number
    peak_viewers: Generated<number>
  }
  /** Which process holds a channel's broadcast, when several processes run the media role. */
  broadcast_leases: { username: string; holder: string; renewals: number }
}
