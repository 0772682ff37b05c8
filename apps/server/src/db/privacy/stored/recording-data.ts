import type { StoredTables } from './stored-table.ts'

const ofBroadcast = { column: 'broadcast_id', in: 'broadcasts' } as const
const asLongAsReplay = 'as long as the recording'

/** Recordings, and what people have made of them. Their media is in the recording store. */
export const recordingData: StoredTables<
  | 'recorded_objects'
  | 'recordings'
  | 'recording_settings'
  | 'clips'
  | 'recording_cuts'
  | 'recording_chapters'
  | 'deleted_recordings'
  | 'replay_figures'
> = {
  replay_figures: {
    group: 'recordings',
    key: ['broadcast_id'],
    why: 'to show how often a recording or a clip was watched; not by whom',
    kept: asLongAsReplay,
    columns: {
      broadcast_id: 'personal',
      views: 'personal',
      viewer_ms: 'personal',
      counted_until_ms: 'technical',
    },
    rows: [
      { of: ofBroadcast, onDeletion: 'deleted' },
      { of: { column: 'broadcast_id', in: 'clips' }, onDeletion: 'deleted' },
      { of: { column: 'broadcast_id', in: 'own clips' }, onDeletion: 'deleted' },
    ],
  },
  clips: {
    group: 'recordings',
    key: ['id'],
    why: 'to play the clips of a channel',
    kept: 'until its maker or the channel deletes it',
    columns: {
      id: 'personal',
      broadcast_id: 'personal',
      channel: 'name',
      maker: 'name',
      title: 'personal',
      starts_ms: 'personal',
      ends_ms: 'personal',
      starts_media_ms: 'technical',
      ends_media_ms: 'technical',
      created_at_ms: 'personal',
    },
    rows: [
      { of: 'maker', onDeletion: 'deleted' },
      { of: 'channel', onDeletion: 'deleted' },
    ],
  },
  recordings: {
    group: 'recordings',
    key: ['broadcast_id'],
    why: 'to offer your broadcasts as replays',
    kept: 'for `WAGGLE_REPLAY_DAYS` days, or as you choose',
    columns: {
      broadcast_id: 'personal',
      username: 'name',
      bytes: 'personal',
      is_public: 'personal',
      is_pinned: 'personal',
      title: 'personal',
      picture_at_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  recorded_objects: {
    group: 'recordings',
    key: ['broadcast_id', 'rendition', 'first_sequence'],
    why: 'to find the media of a recording, which you download on its own page',
    kept: asLongAsReplay,
    columns: {
      broadcast_id: 'personal',
      rendition: 'personal',
      first_sequence: 'technical',
      bytes: 'personal',
      started_at_ms: 'personal',
      ended_at_ms: 'personal',
      plays_ms: 'personal',
      contents: 'technical',
      picture_at_ms: 'technical',
    },
    rows: [{ of: ofBroadcast, onDeletion: 'media' }],
  },
  recording_settings: {
    group: 'recordings',
    key: ['username'],
    why: 'to record your broadcasts as you want it',
    kept: 'until you change it',
    columns: {
      username: 'name',
      is_recorded: 'personal',
      is_published_at_once: 'personal',
      keep_days: 'personal',
      is_downloadable: 'personal',
      who_may_clip: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  recording_cuts: {
    group: 'recordings',
    key: ['broadcast_id', 'from_ms', 'until_ms'],
    why: 'to leave out what you have cut out of a recording',
    kept: asLongAsReplay,
    columns: { broadcast_id: 'personal', from_ms: 'personal', until_ms: 'personal', is_done: 'technical' },
    rows: [{ of: ofBroadcast, onDeletion: 'deleted' }],
  },
  recording_chapters: {
    group: 'recordings',
    key: ['broadcast_id', 'at_ms'],
    why: 'to show the chapters of your broadcasts',
    kept: asLongAsReplay,
    columns: { broadcast_id: 'personal', at_ms: 'personal', title: 'personal' },
    rows: [{ of: ofBroadcast, onDeletion: 'deleted' }],
  },
  deleted_recordings: {
    group: null,
    key: ['broadcast_id'],
    why: 'so that nothing of a deleted recording is stored again: the random number of a broadcast, which nothing links to its channel once that is deleted',
    kept: 'for ever',
    columns: { broadcast_id: 'technical', deleted_at_ms: 'technical' },
    rows: [],
  },
}
