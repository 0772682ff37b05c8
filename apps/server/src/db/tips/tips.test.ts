import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../testing/engines/engines.ts'
import { endBroadcast, insertBroadcast } from '../broadcasts/broadcasts.ts'
import { listMessages } from '../chat/chat-messages.ts'
import { type Db, openDatabase } from '../open.ts'
import { insertClip } from '../recordings/clips.ts'
import { addToReplayFigures, replayCountedUntil } from '../recordings/replay-figures.ts'
import {
  countRecentTips,
  insertTip,
  isBroadcastOf,
  listTippableChannels,
  listTips,
  listUndecidedTips,
  listWatchedChannels,
  recordTipDecision,
  sumTips,
  type TipRow,
} from './tips.ts'

// More than 32 bits, so that a column that is too narrow fails.
const nowMs = Date.UTC(2026, 10, 21)

const tip: TipRow = {
  transactionId: 'ab'.repeat(20),
  operationIndex: 0,
  channel: 'ann',
  broadcastId: 'of-ann',
  sender: 'ben',
  amount: '1.000 HBD',
  message: 'für die Bienen',
  sentAtMs: nowMs,
}

describe.each(Object.entries(engines))('tips on %s', (_name, startEngine) => {
  let engine: Awaited<ReturnType<typeof startEngine>>
  let db: Db

  beforeAll(async () => {
    engine = await startEngine()
    db = await openDatabase(engine.place)
    for (const username of ['ann', 'ben', 'cid']) {
      const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
      await insertBroadcast(db, { id: `of-${username}`, username, startedAtMs: nowMs, playlists })
    }
  })
  afterAll(async () => {
    await db?.destroy()
    await engine?.close()
  })

  it('are saved once each, even when several processes find them', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, () => insertTip(db, tip)))
    expect(kept.filter(Boolean)).toHaveLength(1)
    expect(await insertTip(db, { ...tip, operationIndex: 1, sentAtMs: nowMs + 1 })).toBe(true)
    expect(await insertTip(db, { ...tip, transactionId: 'cd'.repeat(20), channel: 'ben' })).toBe(true)
    expect(await listTips(db, 'ann', 10)).toEqual([{ ...tip, operationIndex: 1, sentAtMs: nowMs + 1 }, tip])
    expect(await listTips(db, 'ann', 1)).toHaveLength(1)
  })

  it('are summed for each currency, and counted by sender and time', async () => {
    const big = { ...tip, channel: 'sum', amount: '999999999999.999 HIVE' }
    await insertTip(db, { ...big, transactionId: '01' })
    await insertTip(db, { ...tip, channel: 'sum', transactionId: '02', amount: '0.001 HBD' })
    await insertTip(db, { ...tip, channel: 'sum', transactionId: '03', amount: '12.050 HBD', sentAtMs: nowMs + 30_000 })
    expect(await sumTips(db, 'sum')).toEqual(['12.051 HBD', '999999999999.999 HIVE'])
    expect(await sumTips(db, 'sum', nowMs + 1)).toEqual(['12.050 HBD'])
    expect(await sumTips(db, 'sum', nowMs + 30_001)).toEqual([])
    const counts = [0, 29_999, 30_000].map((later) => countRecentTips(db, { ...big, sentAtMs: nowMs + later }, 30_000))
    expect(await Promise.all(counts)).toEqual([2, 2, 1])
  })

  it('are decided by one of many processes, which stores the chat message in the same transaction', async () => {
    const undecided = (await listUndecidedTips(db, 100)).find(({ channel }) => channel === 'ann')!
    const draft = {
      ...{ channel: 'ann', username: 'ben', message: undecided.message, kind: 'tip' as const, tip: undecided.amount },
      ...{ role: 'user' as const, replyTo: null, idempotencyKey: null },
    }
    const decided = await Promise.all(Array.from({ length: 8 }, () => recordTipDecision(db, undecided, draft, nowMs)))
    expect(decided.filter(Boolean)).toMatchObject([{ kind: 'tip', tip: '1.000 HBD', message: 'für die Bienen' }])
    expect((await listMessages(db, 'ann', { limit: 10 })).messages).toEqual(decided.filter(Boolean))
    const next = (await listUndecidedTips(db, 100)).find(({ channel }) => channel === 'ann')!
    expect(next.operationIndex).not.toBe(undecided.operationIndex)
    expect(await recordTipDecision(db, next, undefined, nowMs)).toBeUndefined()
    expect((await listUndecidedTips(db, 100)).filter(({ channel }) => channel === 'ann')).toEqual([])
  })

  it('[TIP-6] are looked for in channels that are live or watched, or recently were, and belong to the channel of their broadcast', async () => {
    await endBroadcast(db, 'of-ben', nowMs - 1000, nowMs)
    await endBroadcast(db, 'of-cid', nowMs - 5000, nowMs)
    expect(await listTippableChannels(db, nowMs - 1000)).toEqual(['ann', 'ben'])
    const watched = (id: string, untilMs: number) =>
      addToReplayFigures(db, id, { fromMs: 0, untilMs, views: 1, viewerMs: 1000 })
    for (const id of ['of-cid', 'clip-of-cid']) expect(await replayCountedUntil(db, id)).toBe(0)
    await watched('of-cid', nowMs - 1001)
    expect(await listWatchedChannels(db, nowMs - 1000)).toEqual([])
    await insertClip(db, {
      ...{ id: 'clip-of-cid', broadcastId: 'of-cid', channel: 'cid', maker: 'ben', title: 'Bees', createdAtMs: nowMs },
      ...{ startsMs: nowMs - 9000, endsMs: nowMs - 4000, startsMediaMs: null, endsMediaMs: null },
    })
    await watched('clip-of-cid', nowMs - 1000)
    expect(await listWatchedChannels(db, nowMs - 1000)).toEqual(['cid'])
    expect(await listTippableChannels(db, nowMs - 1000)).toEqual(['ann', 'ben'])
    expect(await isBroadcastOf(db, 'of-ann', 'ann')).toBe(true)
    expect(await isBroadcastOf(db, 'of-ann', 'ben')).toBe(false)
  })
})
