import type { Db } from '../open.ts'

/** What a channel chooses for all of its recordings. */
export interface RecordingSettings {
  isRecorded: boolean
  /** False: a replay is seen by its channel alone until the channel publishes it. */
  isPublishedAtOnce: boolean
  /** Null: as long as the site keeps replays. */
  keepDays: number | null
  /** Whoever may watch a replay may download it. */
  isDownloadable: boolean
  whoMayClip: 'everyone' | 'followers' | 'moderators' | 'nobody'
}

export const defaultRecordingSettings: RecordingSettings = {
  isRecorded: true,
  isPublishedAtOnce: true,
  keepDays: null,
  isDownloadable: false,
  whoMayClip: 'everyone',
}

export async function findRecordingSettings(db: Db, username: string): Promise<RecordingSettings> {
  const row = await db.selectFrom('recording_settings').selectAll().where('username', '=', username).executeTakeFirst()
  if (row === undefined) return defaultRecordingSettings
  return {
    isRecorded: row.is_recorded === 1,
    isPublishedAtOnce: row.is_published_at_once === 1,
    keepDays: row.keep_days,
    isDownloadable: row.is_downloadable === 1,
    whoMayClip: row.who_may_clip as RecordingSettings['whoMayClip'],
  }
}

/** Changes what is given, and leaves the rest. */
export async function saveRecordingSettings(
  db: Db,
  username: string,
  change: { [Name in keyof RecordingSettings]?: RecordingSettings[Name] | undefined },
): Promise<RecordingSettings> {
  const current = await findRecordingSettings(db, username)
  const settings = {
    isRecorded: change.isRecorded ?? current.isRecorded,
    isPublishedAtOnce: change.isPublishedAtOnce ?? current.isPublishedAtOnce,
    keepDays: change.keepDays === undefined ? current.keepDays : change.keepDays,
    isDownloadable: change.isDownloadable ?? current.isDownloadable,
    whoMayClip: change.whoMayClip ?? current.whoMayClip,
  }
  const values = {
    is_recorded: settings.isRecorded ? 1 : 0,
    is_published_at_once: settings.isPublishedAtOnce ? 1 : 0,
    keep_days: settings.keepDays,
    is_downloadable: settings.isDownloadable ? 1 : 0,
    who_may_clip: settings.whoMayClip,
  }
  await db
    .insertInto('recording_settings')
    .values({ username, ...values })
    .onConflict((conflict) => conflict.column('username').doUpdateSet(values))
    .execute()
  return settings
}
