import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveSchedule } from '../../db/accounts/schedules.ts'
import { deleteRecording, saveRecordingChoices } from '../../db/recordings/recordings.ts'
import { type ChainSite, startChainSite } from '../../testing/announcements/chain-site.ts'
import { startCoreRoutes } from '../../testing/core/core-routes.ts'
import { insertRecordedBroadcast } from '../../testing/core/recorded-broadcast.ts'
import { streamRoutes } from './streams.ts'

const id = 'k3f9x2m7q1w8e5r4t6y0'
const earlierId = 'a3f9x2m7q1w8e5r4t6y0'
const hourMs = 3_600_000

let site: ChainSite
let core: Awaited<ReturnType<typeof startCoreRoutes>>

beforeEach(async () => {
  site = await startChainSite()
  core = await startCoreRoutes(site, streamRoutes)
})
afterEach(async () => {
  await core.close()
  await site.close()
})

async function pictures(): Promise<(string | null)[]> {
  // The list is kept for some seconds.
  site.wait(10_000)
  const { channels } = (await core.request('GET', '/api/streams/recent')).json
  return channels.map(({ picturePath }: { picturePath: string | null }) => picturePath)
}

it('[HOME-5] a channel that was live lately has a picture of its last broadcast, while everybody may watch that', async () => {
  const startedAtMs = site.now() - hourMs
  for (const broadcast of [
    { id: earlierId, startedAtMs: startedAtMs - hourMs },
    { id, startedAtMs },
  ]) {
    await insertRecordedBroadcast(site.db, { ...broadcast, seconds: 600 })
  }
  expect(await pictures()).toEqual([null])
  await site.db.updateTable('recorded_objects').set({ picture_at_ms: startedAtMs }).execute()
  expect(await pictures()).toEqual([`/recordings/${id}/picture.jpg?at=${startedAtMs + 300_000}`])
  await saveRecordingChoices(site.db, id, { isPublic: false })
  expect(await pictures()).toEqual([null])
  await saveRecordingChoices(site.db, id, { isPublic: true })
  expect(await pictures()).toEqual([`/recordings/${id}/picture.jpg?at=${startedAtMs + 300_000}`])
  await deleteRecording(site.db, id, site.now())
  expect(await pictures()).toEqual([null])
})

it('[SETTINGS-8] a channel that was live lately says when it will be live next', async () => {
  await insertRecordedBroadcast(site.db, { id, startedAtMs: site.now() - hourMs, seconds: 600 })
  const nextBroadcasts = async () => {
    // The list is kept for some seconds.
    site.wait(10)
    const { channels } = (await core.request('GET', '/api/streams/recent')).json
    return channels.map((channel: { username: string; nextBroadcast: number | null }) => [
      channel.username,
      channel.nextBroadcast,
    ])
  }
  expect(await nextBroadcasts()).toEqual([['alice', null]])
  const startTime = site.now() + hourMs
  const unsaid = { title: '', durationMinutes: null, category: null }
  const broadcast = { startTime, isWeekly: true, ...unsaid, timeZone: 'UTC' }
  await saveSchedule(site.db, 'alice', [{ ...broadcast, startTime: startTime + hourMs }, broadcast])
  expect(await nextBroadcasts()).toEqual([['alice', startTime]])
})
