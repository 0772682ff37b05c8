import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BroadcastCheckpoint, findBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { engines, type TestEngine } from '../../testing/engines/engines.ts'
import { BroadcastJournal } from './broadcast-journal.ts'
import { CheckpointWriter } from './checkpoint-writer.ts'

const nowMs = 1_800_000_000_000
const playlists = (nextNumber: number) => ({ nextNumber, targetDurationS: 2, partTargetMs: 338 })
const checkpoint = (nextNumber: number): BroadcastCheckpoint => ({
  lastMediaAtMs: nowMs,
  awaySinceMs: null,
  playlists: playlists(nextNumber),
})
let engine: TestEngine | undefined
let db: Db
let errors: string[]

beforeEach(async () => {
  engine = await engines.sqlite?.()
  db = await openDatabase(engine?.place ?? { dataDir: '' })
  errors = []
})
afterEach(async () => {
  await db.destroy()
  await engine?.close()
})

function open(checkpoints: Pick<CheckpointWriter, 'add'> = new CheckpointWriter(db)): BroadcastJournal {
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).msg) })
  return new BroadcastJournal({ db, log, now: () => nowMs }, 'stream', checkpoints as CheckpointWriter)
}

it('saves a start, checkpoints, thumbnail times and the end, in this order', async () => {
  const journal = open()
  expect([journal.savedAtMs, journal.savedNextNumber]).toEqual([0, 0])
  journal.saveStart('alice', playlists(3))
  expect([journal.savedAtMs, journal.savedNextNumber]).toEqual([nowMs, 3])
  journal.saveCheckpoint(checkpoint(4))
  journal.saveThumbnailTime(nowMs + 8000)
  expect(journal.savedNextNumber).toBe(4)
  journal.saveEnd(nowMs)
  await journal.settled()
  expect(await findBroadcast(db, 'stream')).toMatchObject({
    username: 'alice',
    startedAtMs: nowMs,
    thumbnailAtMs: nowMs + 8000,
    // A checkpoint written after the end would take it back.
    endedAtMs: nowMs,
    playlists: playlists(4),
  })
  expect(errors).toEqual([])
})

it('writes only the latest of the checkpoints that wait', async () => {
  const written: number[] = []
  const journal = open({ add: async (_id, { playlists }) => void written.push(playlists.nextNumber) })
  for (let nextNumber = 1; nextNumber <= 100; nextNumber += 1) journal.saveCheckpoint(checkpoint(nextNumber))
  await journal.settled()
  expect(written).toEqual([100])
})

it('logs a failed write and continues with the next', async () => {
  let isDown = true
  const written: number[] = []
  const journal = open({
    async add(_id, { playlists }) {
      if (isDown) throw new Error('the database is down')
      written.push(playlists.nextNumber)
    },
  })
  journal.saveCheckpoint(checkpoint(3))
  await journal.settled()
  expect(errors).toEqual(['could not save the state of a broadcast'])
  isDown = false
  journal.saveCheckpoint(checkpoint(4))
  await journal.settled()
  expect(written).toEqual([4])
})
