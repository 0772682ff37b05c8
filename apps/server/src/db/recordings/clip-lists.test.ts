import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { insertClip, listBestClips, listClips, listOwnClips } from './clips.ts'
import { saveRecordingChoices } from './recordings.ts'

const startMs = Date.UTC(2026, 10, 21)
/** The clips in the order of their making, with their views. */
const clips = { a: 0, b: 5, c: 2, d: 5, e: 0 }

describe.each(Object.entries(engines))('lists of clips on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    await insertRecordedBroadcast(db, { id: 'shown', startedAtMs: startMs })
    await insertRecordedBroadcast(db, { id: 'hidden', startedAtMs: startMs })
    await saveRecordingChoices(db, 'hidden', { isPublic: false })
    for (const [index, [id, views]] of Object.entries({ ...clips, f: 9 }).entries()) {
      await insertClip(db, {
        ...{ id, broadcastId: id === 'f' ? 'hidden' : 'shown', channel: 'alice', maker: 'bob', title: id },
        ...{ startsMs: startMs, endsMs: startMs + 9000, startsMediaMs: null, endsMediaMs: null },
        createdAtMs: startMs + index,
      })
      const figures = { broadcast_id: id, views, viewer_ms: 0, counted_until_ms: 0 }
      if (views > 0) await db.insertInto('replay_figures').values(figures).execute()
    }
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')

  it('[CLIP-7] those of a channel by time or by views, those that everybody may watch', async () => {
    const page = { limit: 10, beforeMs: undefined }
    expect(ids(await listClips(db, 'alice', { ...page, order: 'newest' }))).toBe('edcba')
    expect(ids(await listClips(db, 'alice', { ...page, order: 'views' }))).toBe('dbcea')
    const after = (beforeMs: number, viewsBefore: number) =>
      listClips(db, 'alice', { limit: 2, order: 'views', beforeMs, viewsBefore })
    expect(ids(await after(startMs + 3, 5))).toBe('bc')
    expect(ids(await after(startMs + 4, 0))).toBe('a')
    expect(ids(await listOwnClips(db, 'bob', page))).toBe('fedcba')
  })

  it('[CLIP-8] the most watched since a time', async () => {
    expect(ids(await listBestClips(db, { sinceMs: startMs, limit: 10 }))).toBe('dbc')
    expect(ids(await listBestClips(db, { sinceMs: startMs + 2, limit: 10 }))).toBe('dc')
    expect(ids(await listBestClips(db, { sinceMs: startMs, limit: 1 }))).toBe('d')
  })
})
