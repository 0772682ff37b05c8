import { afterEach, beforeEach, expect, it } from 'vitest'
import { endBroadcast, insertBroadcast } from '../../db/broadcasts/broadcasts.ts'
import { addToReplayFigures, replayCountedUntil } from '../../db/recordings/replay-figures.ts'
import { type ChainSite, goLive, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { startTipWatch } from './tip-watch.ts'
import { tipRoutes } from './tips.ts'

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, tipRoutes)
})
afterEach(async () => {
  await core?.close()
  await site?.close()
})

/** A channel whose only broadcast ended long ago, and is watched now. */
async function watchReplayOf(username: string, id: string): Promise<void> {
  const { db } = core.context
  const endMs = site.now() - 60 * 60_000
  await insertBroadcast(db, {
    ...{ id, username, startedAtMs: endMs - 60_000 },
    playlists: { nextNumber: 1, targetDurationS: 2, partTargetMs: 338 },
  })
  await endBroadcast(db, id, endMs, endMs)
  await replayCountedUntil(db, id)
  await addToReplayFigures(db, id, { fromMs: 0, untilMs: site.now(), views: 1, viewerMs: 1000 })
}

it('[TIP-6] a live channel is asked about in the first run, however many replays are watched', async () => {
  await goLive(site, 'k3f9x2m7q1w8e5r4t6y0', 'zoe')
  for (let number = 0; number < 30; number += 1) {
    const name = String(number).padStart(2, '0')
    await watchReplayOf(`ann${name}`, `a1b2c3d4e5f6g7h8i9${name}`)
  }
  const asked: unknown[] = []
  const { hive } = core.context
  const watch = startTipWatch({
    ...core.context,
    hive: {
      ...hive,
      readElsewhere(method, params, operators) {
        asked.push((params as unknown[])[0])
        return hive.readElsewhere(method, params, operators)
      },
    },
  })
  await waitFor('a first run', async () => asked.length >= 6)
  await watch.close()
  expect(asked.slice(0, 6)).toEqual(['zoe', 'ann00', 'ann01', 'ann02', 'ann03', 'ann04'])
})
