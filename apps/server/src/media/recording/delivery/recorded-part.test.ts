import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { insertBroadcast } from '../../../db/broadcasts/broadcasts.ts'
import { openDatabase } from '../../../db/open.ts'
import { insertCut } from '../../../db/recordings/cuts.ts'
import { removeFolder, temporaryFolder } from '../../../testing/engines/private-process.ts'
import { findPart, isPlayed } from './recorded-part.ts'

it('[REC-12] viewers who rewind a live broadcast are not shown what was cut out', async () => {
  const folder = await temporaryFolder('part')
  const db = await openDatabase({ dataDir: join(folder, 'data') })
  onTestFinished(async () => {
    await db.destroy()
    await removeFolder(folder)
  })
  const id = 'k3f9x2m7q1w8e5r4t6y0'
  const startedAtMs = 1_800_000_000_000
  const playlists = { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 }
  await insertBroadcast(db, { id, username: 'alice', startedAtMs, playlists })
  const played = async () => {
    const part = await findPart(db, id, { nowMs: startedAtMs + 60_000, rewindMs: 3_600_000 })
    if (!part) throw new Error('it is live')
    return [0, 10, 20, 30].filter((s) => isPlayed({ startedAtMs: startedAtMs + s * 1000, durationS: 10 }, part))
  }
  expect(await played()).toEqual([0, 10, 20, 30])
  await insertCut(db, { broadcastId: id, fromMs: startedAtMs + 12_000, untilMs: startedAtMs + 25_000 })
  expect(await played()).toEqual([0, 30])
})
