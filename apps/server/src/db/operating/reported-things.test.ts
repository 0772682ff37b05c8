import { operatingLimits } from '@waggle/contract/operating/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { engines } from '../../testing/engines/engines.ts'
import { type Db, openDatabase } from '../open.ts'
import { listDeletedObjects } from '../recordings/recorded-objects.ts'
import { deleteRecording } from '../recordings/recordings.ts'
import { decideAppeal, insertAppeal } from './appeals.ts'
import {
  deleteOldEvidence,
  deleteOldReports,
  type Evidence,
  findEvidence,
  findEvidenceMedia,
  hasEvidence,
  listWantedPictures,
  saveEvidencePicture,
} from './evidence.ts'
import { closeThing, findThing, giveBackThing, listThings, openThing, takeThing } from './reported-things.ts'
import { countOpenReports, findNotice, insertReport, listReportsOf } from './reports.ts'
import { insertSiteAction } from './site-actions.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 21)
const broadcastId = 'k3f9x2m7q1w8e5r4t6y0'
const mediaId = `evid${'x'.repeat(20)}`
const reported = {
  kind: 'broadcast',
  username: 'alice',
  streamId: broadcastId,
  channel: null,
  messageId: null,
} as const
const evidence: Evidence = {
  title: 'Bees',
  messages: [{ at: nowMs, username: 'bob', message: 'look', isReported: false }],
  broadcastId,
  atMs: nowMs,
  media: { id: mediaId, fromMs: nowMs, untilMs: nowMs + 30_000 },
  pictureWantedUntilMs: nowMs + 60_000,
}

describe.each(Object.entries(engines))('reported things on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db
  let id: string

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    await insertRecordedBroadcast(db, { id: broadcastId, startedAtMs: nowMs - 1000, seconds: 40 })
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('are one for all who report the same, also at the same moment', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => openThing(db, reported, evidence, nowMs + n)))
    expect(new Set(ids).size).toBe(1)
    id = ids[0] ?? ''
    const report = { thingId: id, email: '', reason: 'spam', note: '' } as const
    for (const [n, reporter] of ['bob', 'carol', 'bob'].entries()) {
      await insertReport(db, reported, { ...report, reporter, secretHash: null, reportedAtMs: nowMs + n })
    }
    await insertReport(db, reported, { ...report, reporter: '', secretHash: 'hash', reportedAtMs: nowMs + 3 })
    expect((await listReportsOf(db, [id])).map(({ reporter }) => reporter)).toEqual(['bob', 'carol', ''])
    expect(await countOpenReports(db, reported, 'accounts')).toEqual({ ofThing: 2, all: 2 })
    expect(await countOpenReports(db, reported, 'notices')).toEqual({ ofThing: 1, all: 1 })
    expect(await findNotice(db, 'hash')).toMatchObject({ username: 'alice', outcome: null })
  })

  it('are taken by one, and are free again after a time', async () => {
    expect(await Promise.all([takeThing(db, id, 'dave', nowMs), takeThing(db, id, 'erin', nowMs)])).toContain(false)
    const takenBy = (await findThing(db, id, nowMs))?.takenBy ?? ''
    const other = takenBy === 'dave' ? 'erin' : 'dave'
    expect(await giveBackThing(db, id, other, nowMs)).toBe(false)
    expect(await takeThing(db, id, other, nowMs + operatingLimits.takenForMs)).toBe(true)
    expect(await giveBackThing(db, id, other, nowMs)).toBe(true)
  })

  it('keep the first picture, and the objects of their stretch', async () => {
    expect(await listWantedPictures(db, nowMs)).toEqual([{ thingId: id, broadcastId, atMs: nowMs }])
    await saveEvidencePicture(db, id, Buffer.from('first'))
    await saveEvidencePicture(db, id, Buffer.from('second'))
    expect(await listWantedPictures(db, nowMs)).toEqual([])
    const picture = Buffer.from('first').toString('base64')
    expect(await findEvidence(db, id)).toMatchObject({ picture, messages: evidence.messages, media: { id: mediaId } })
    expect(await hasEvidence(db, broadcastId, { fromMs: nowMs + 29_000, untilMs: nowMs + 90_000 })).toBe(true)
    expect(await hasEvidence(db, broadcastId, { fromMs: nowMs + 31_000, untilMs: nowMs + 90_000 })).toBe(false)
    await deleteRecording(db, broadcastId, nowMs)
    expect(await listDeletedObjects(db, 10)).toEqual([])
  })

  it('are closed once, and their evidence stays while an appeal is open', async () => {
    const closing = { outcome: 'acted', explanation: 'Gone.', by: 'dave', nowMs } as const
    expect((await Promise.all([closeThing(db, id, closing), closeThing(db, id, closing)])).sort()).toEqual([
      false,
      true,
    ])
    expect(await listThings(db, { state: 'open', afterId: undefined, limit: 10 }, nowMs)).toEqual([])
    expect(await listThings(db, { state: 'closed', afterId: undefined, limit: 10 }, nowMs)).toMatchObject([{ id }])
    const action = await insertSiteAction(db, {
      ...{ kind: 'suspend-chat', username: 'alice', streamId: null, reason: 'spam', note: '', reportId: id },
      ...{ takenBy: 'dave', takenAtMs: nowMs, untilMs: null },
    })
    const appeal = { actionId: action?.id ?? '', username: 'alice', text: 'No.', appealedAtMs: nowMs }
    expect((await Promise.all([insertAppeal(db, appeal), insertAppeal(db, appeal)])).sort()).toEqual([false, true])
    await deleteOldEvidence(db, nowMs)
    expect(await findEvidenceMedia(db, mediaId)).toBeDefined()
    await decideAppeal(db, appeal.actionId, { outcome: 'upheld', answer: '', decidedBy: 'erin', nowMs })
    await deleteOldEvidence(db, nowMs)
    expect(await findEvidenceMedia(db, mediaId)).toBeUndefined()
    expect(await findEvidence(db, id)).toMatchObject({ picture: null, messages: [], media: null })
    expect(await listDeletedObjects(db, 10)).toHaveLength(1)
    await deleteOldReports(db, nowMs)
    expect(await findThing(db, id, nowMs)).toBeUndefined()
    expect(await listReportsOf(db, [id])).toEqual([])
  })
})
