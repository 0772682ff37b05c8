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
  /** What viewers report. Those with the same subject are about the same thing. */
  reports: {
    /** Sorts by time. */
    id: string
    subject: string
    kind: string
    username: string
    stream_id: string | null
    channel: string | null
    /** JSON: what the reporter saw. */
    evidence: string
    reporter: string
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
    taken_by: string
    taken_at_ms: number
    /** Null: until it is undone. */
    until_ms: number | null
    undone_by: string | null
    undone_at_ms: number | null
    /** When it was taken or undone: processes look for what has changed. */
    changed_at_ms: number
    /** Kind and account while it is in effect, so that of two people one takes an action. */
    in_effect_key: string | null
    /** Of a changed setting: its value before, as JSON. */
    previous: string | null
  }
}
