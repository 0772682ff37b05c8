import type { LoggedKind } from '@waggle/contract/operating/actions'

/** What the people who run the site do. */
export interface OperatingDatabase {
  /** Accounts that run the site, besides those that the settings name. */
  site_operators: { username: string; appointed_at_ms: number }
  /** Accounts that moderate the site. */
  site_moderators: { username: string; appointed_by: string; appointed_at_ms: number }
  /** What operators set in the page; the settings of a process are in its environment. */
  site_settings: {
    name: string
    /** JSON. */
    value: string
    /** Another one after every change. */
    revision: string
  }
  /** What was reported, with what was to be seen at the first report. All reports of a thing that come before it is closed belong to it. */
  reported_things: {
    /** Sorts by time. */
    id: string
    subject: string
    /** The subject while it is open. */
    open_subject: string | null
    kind: string
    username: string
    stream_id: string | null
    channel: string | null
    message_id: string | null
    title: string
    /** JSON: what was written around it. */
    messages: string
    /** What it is about, and the time of the picture that was reported. */
    broadcast_id: string | null
    at_ms: number
    /** By which the kept stretch of the recording is played; null where none is kept. */
    media_id: string | null
    media_from_ms: number | null
    media_until_ms: number | null
    /** Until then the processes that have pictures of the broadcast look for one; null once there is one. */
    picture_wanted_until_ms: number | null
    taken_by: string | null
    taken_at_ms: number | null
    outcome: string | null
    /** What the reporters are told. */
    explanation: string
    closed_by: string | null
    closed_at_ms: number | null
    /** 1 once the evidence has been deleted. */
    is_evidence_deleted: number
  }
  /** JPEGs in base64, which both databases hold alike. */
  evidence_pictures: { thing_id: string; picture: string }
  /** At most one for each action. */
  appeals: {
    action_id: string
    username: string
    text: string
    appealed_at_ms: number
    outcome: string | null
    answer: string
    decided_by: string | null
    decided_at_ms: number | null
    /** 1 if the one who had acted decided, because nobody else was there. */
    is_decided_alone: number
  }
  /** What viewers report. */
  reports: {
    /** Sorts by time. */
    id: string
    subject: string
    kind: string
    username: string
    stream_id: string | null
    channel: string | null
    /** Of before there were `reported_things`. */
    evidence: string
    thing_id: string | null
    /** Empty for somebody without an account. */
    reporter: string
    /** SHA-256 of what somebody without an account sees the outcome with. */
    secret_hash: string | null
    email: string | null
    reason: string
    note: string
    reported_at_ms: number
    /** Subject and reporter while it is open. */
    open_key: string | null
    outcome: string | null
    closed_by: string | null
    closed_at_ms: number | null
  }
  /** The log of all that was done. Its rows are never deleted, and change once at most: when they are undone. */
  site_actions: {
    /** Sorts by time. */
    id: string
    kind: LoggedKind
    /** To whom. */
    username: string
    stream_id: string | null
    reason: string | null
    note: string
    /** What the account is told besides the reason; null for nothing. */
    statement: string | null
    /** The reported thing that led to it. */
    report_id: string | null
    taken_by: string
    taken_at_ms: number
    /** Null: until it is undone. */
    until_ms: number | null
    undone_by: string | null
    undone_at_ms: number | null
    /** When it was taken or undone: processes look for what has changed. */
    changed_at_ms: number
    /** The message that it removed, and in whose chat. */
    message_id: string | null
    channel: string | null
    /** Kind and account while it is in effect, so that of two people one takes an action. */
    in_effect_key: string | null
    /** Of a changed setting: its value before, as JSON. */
    previous: string | null
  }
}
